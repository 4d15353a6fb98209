import {defineConfig} from 'vite';
import {viteSingleFile} from 'vite-plugin-singlefile';

// One file with everything inside: it is compiled into the binary and must work from file:// without a network.
export default defineConfig({
    plugins: [viteSingleFile({removeViteModuleLoader: true})],
    build: {
        target: 'es2022',
        assetsInlineLimit: 1 << 30,
        cssCodeSplit: false,
        modulePreload: false,
        reportCompressedSize: false,
    },
    server: {host: '127.0.0.1'},
});
