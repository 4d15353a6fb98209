import {readdirSync} from 'node:fs';
import {defineConfig} from 'vite';

// Unit tests are bundled for node, whose own test runner then runs them.
const tests = readdirSync('test').filter((name) => name.endsWith('.test.ts'));
export default defineConfig({
    build: {
        ssr: true,
        outDir: 'test-build',
        target: 'node18',
        rollupOptions: {
            input: Object.fromEntries(tests.map((name) => [name.slice(0, -3), `test/${name}`])),
            output: {entryFileNames: '[name].mjs'},
        },
    },
});
