// Finds out which of the sources this page has.
import {completeInfo, type AgentColumns, type Info} from '../types';
import {EmbeddedSource} from './embedded';
import {LiveSource} from './live';
import {MapAlone} from './map';
import {ReplaySource} from './replay';
import {askJson, GONE, Trouble} from './server';
import type {Source} from './source';

const AGAIN_MS = 1000;

export async function openSource(say: (message: string) => void): Promise<Source> {
    const inside = document.getElementById('sidestep-data');
    if (inside) {
        try {
            const source = await EmbeddedSource.open(inside.textContent ?? '');
            inside.remove();
            return source;
        } catch (error) {
            throw new Trouble(
                `The recording inside this page is damaged. ${error instanceof Error ? error.message : ''}`,
            );
        }
    }
    if (location.protocol === 'file:')
        throw new Trouble(
            'This page holds no recording. “sidestep export RESULT -o FILE.html” writes one that does, and “sidestep view RESULT” serves one.',
        );
    for (;;) {
        try {
            const reading = (): void => say('Reading the result…');
            const info = completeInfo(await askJson<Partial<Info>>('info', {}, undefined, reading));
            if (info.kind === 'map') return new MapAlone(info);
            const agents = await askJson<AgentColumns>('agents', {}, undefined, reading);
            return info.kind === 'live' ? new LiveSource(info, agents) : new ReplaySource(info, agents);
        } catch (error) {
            if (!(error instanceof Trouble) || error.message !== GONE) throw error;
            say(GONE);
            await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        }
    }
}
