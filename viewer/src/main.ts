import './style.css';
import {el} from './panels/dom';
import {buildPage} from './panels/shell';
import {openSource} from './sources/open';
import {exposeTestHandle} from './test_handle';

const root = document.getElementById('app')!;
const note = el('p', {role: 'status', 'data-testid': 'opening'}, 'Opening…');
root.append(el('div.opening', {}, el('span.mark', {'aria-hidden': 'true'}), note));
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

try {
    const source = await openSource((message) => (note.textContent = message));
    try {
        exposeTestHandle(buildPage(root, source));
    } catch (error) {
        if (!(error instanceof Error) || !/WebGL/i.test(error.message)) throw error;
        throw new Error('This browser cannot draw in 3D (WebGL is off), so nothing can be shown.');
    }
} catch (error) {
    note.setAttribute('role', 'alert');
    note.textContent = error instanceof Error ? error.message : String(error);
    if (!note.isConnected) root.replaceChildren(el('div.opening', {}, note));
}
