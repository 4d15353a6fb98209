// Asking the server that delivered this page. Whoever opens the page without the printed address lacks the token.

export const token = new URLSearchParams(globalThis.location?.search ?? '').get('token') ?? '';

/** A failure whose message may be shown as it is. */
export class Trouble extends Error {}

/** The token is missing or another server's. */
export class Refused extends Trouble {}

export const GONE = 'The server does not answer. Is “sidestep view” still running? Trying again…';
const RETRY_MS = 300;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(signal.reason);
        });
    });

/** A GET under /api/. While the server still reads the result (202, "loading") it asks again; the last word is a Trouble. */
export async function ask(
    path: string,
    query: Record<string, string | number>,
    signal?: AbortSignal,
    loading?: () => void,
): Promise<Response> {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    if (token) search.set('token', token);
    const address = `/api/${path}?${search}`;
    for (;;) {
        let answer: Response;
        try {
            answer = await fetch(address, {signal, cache: 'no-store'});
        } catch (error) {
            if (signal?.aborted) throw error;
            throw new Trouble(GONE);
        }
        if (answer.status === 202) {
            loading?.();
            await pause(RETRY_MS, signal);
            continue;
        }
        if (answer.ok) return answer;
        if (answer.status === 403)
            throw new Refused(
                'The server refuses: the address lacks its token. Open the full address that “sidestep view” printed.',
            );
        let reason = '';
        try {
            const body: unknown = await answer.json();
            const error = (body as {error?: unknown})?.error;
            reason = typeof error === 'string' ? error : ((error as {remedy?: string})?.remedy ?? '');
        } catch {
            // No JSON: the status says enough.
        }
        throw new Trouble(`The server cannot answer “${path}” (${answer.status}${reason ? `: ${reason}` : ''}).`);
    }
}

export async function askJson<T>(
    path: string,
    query: Record<string, string | number> = {},
    signal?: AbortSignal,
    loading?: () => void,
): Promise<T> {
    return (await (await ask(path, query, signal, loading)).json()) as T;
}
