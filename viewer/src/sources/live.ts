// A run that is going on. The newest frames are kept so that one can look back; the oldest are forgotten.
import {People} from '../people';
import {
    completeInfo,
    type AgentColumns,
    type Explanation,
    type Frame,
    type Info,
    type LiveState,
    type Series,
    type Track,
} from '../types';
import {decodeFrames} from './decode';
import {mapOfServer} from './map';
import {askJson, GONE, Refused, token} from './server';
import {seriesOf, spread, STALE_FRAMES, trackOf, type LiveControl, type MapQuestions, type Source} from './source';

const MEMORY = 300 << 20;
const MOST_FRAMES = 20000;
const AGAIN_MS = 1000;
const MOST_EXPLANATIONS = 2000;
const SERIES_POINTS = 1000;
const RATE_WINDOW_MS = 2000;

type Message =
    | ({type: 'agents'} & AgentColumns)
    | ({type: 'state'} & LiveState)
    | {type: 'explain'; explanation: Explanation | null}
    | {type: 'error'; error?: string};

export class LiveSource implements Source, LiveControl {
    readonly kind = 'live';
    readonly people: People;
    readonly map: MapQuestions | null;
    changed = (): void => {};
    trouble: (message: string | null) => void = () => {};
    arrived: (frame: Frame) => void = () => {};
    restarted = (): void => {};
    state: LiveState | null = null;
    received = 0;
    readonly revision = 0;
    explanationRevision = 0;
    connected = false;

    private frames: Frame[] = [];
    private start = 0; // place in `frames` of the oldest one kept
    private base = 0; // index of frames[0]
    private bytes = 0;
    private arrivals: number[] = [];
    private socket: WebSocket | null = null;
    private chosen: number | null = null;
    private restartFrom: number | null = null; // the step at which this page asked for a restart
    private readonly explanations = new Map<number, Explanation>();
    private curve: Series = {index: [], count: [], speed: []};
    private curveStride = 1;

    constructor(
        readonly info: Info,
        agents: AgentColumns,
    ) {
        this.people = new People(info);
        this.people.add(agents);
        this.map = mapOfServer(info);
        this.connect();
    }

    get first(): number {
        return this.base + this.start;
    }
    get last(): number {
        return this.base + this.frames.length - 1;
    }
    get rate(): number {
        const now = performance.now();
        const recent = this.arrivals.filter((at) => now - at <= RATE_WINDOW_MS);
        if (recent.length < 2) return 0;
        return ((recent.length - 1) * 1000) / Math.max(1, recent[recent.length - 1] - recent[0]);
    }

    private connect(): void {
        const address = new URL('/live', location.href);
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        address.search = token ? `?token=${encodeURIComponent(token)}` : '';
        const socket = new WebSocket(address);
        socket.binaryType = 'arraybuffer';
        this.socket = socket;
        socket.onopen = () => {
            this.connected = true;
            this.trouble(null);
            if (this.chosen !== null) this.send({do: 'explain', id: this.chosen});
            this.changed();
        };
        socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => this.take(event.data);
        socket.onclose = () => {
            this.connected = false;
            this.trouble(GONE);
            this.changed();
            setTimeout(() => void this.comeBack(), AGAIN_MS);
        };
    }

    // A plain question first: a refused WebSocket fills the console, and the server may have come back with another scene.
    private async comeBack(): Promise<void> {
        try {
            const info = completeInfo(await askJson<Partial<Info>>('info'));
            if (info.title !== this.info.title || info.kind !== 'live') {
                location.reload();
                return;
            }
            this.people.add(await askJson<AgentColumns>('agents'));
            this.connect();
        } catch (error) {
            const known = error instanceof Error ? error.message : GONE;
            this.trouble(error instanceof Refused ? 'Another server answers now: open the address it printed.' : known);
            setTimeout(() => void this.comeBack(), AGAIN_MS);
        }
    }

    private take(data: ArrayBuffer | string): void {
        if (typeof data !== 'string') {
            for (const frame of decodeFrames(data)) this.keep(frame, data.byteLength);
            return;
        }
        const message = JSON.parse(data) as Message;
        switch (message.type) {
            case 'agents':
                this.people.add(message);
                break;
            case 'state':
                this.state = message;
                // Frame numbers going back show a restart, but a fast run may have passed where it was before a frame gets here.
                if (this.restartFrom !== null && message.step <= this.restartFrom) this.forget();
                if (message.error) this.trouble(`The run failed: ${message.error}`);
                this.changed();
                break;
            case 'explain':
                if (message.explanation) this.remember(message.explanation);
                this.changed();
                break;
            case 'error':
                this.trouble(message.error ?? 'The server reports an error.');
                break;
        }
    }

    private remember(explanation: Explanation): void {
        const [oldest] = this.explanations.keys();
        if (this.explanations.size >= MOST_EXPLANATIONS) this.explanations.delete(oldest);
        this.explanations.set(explanation.frame, explanation);
        ++this.explanationRevision;
    }

    private keep(frame: Frame, bytes: number): void {
        const newest = this.frames[this.frames.length - 1];
        if (newest && frame.number < newest.number) this.forget();
        // A paused run sends the frame it stands at again: to whoever connects, chooses somebody or changes the speed.
        const again = newest !== undefined && frame.number === newest.number;
        if (again) {
            frame.index = newest.index;
            this.frames[this.frames.length - 1] = frame;
        } else {
            frame.index = this.base + this.frames.length;
            this.frames.push(frame);
            this.bytes += bytes;
        }
        while (
            (this.bytes > MEMORY || this.frames.length - this.start > MOST_FRAMES) &&
            this.frames.length - this.start > 1
        ) {
            this.bytes -= 16 + 20 * this.frames[this.start++].id.length;
        }
        if (this.start > 1024) {
            this.frames.splice(0, this.start);
            this.base += this.start;
            this.start = 0;
        }
        ++this.received;
        const now = performance.now();
        this.arrivals.push(now);
        if (this.arrivals.length > 400) this.arrivals.splice(0, 200);
        this.extendCurve(frame);
        if (!again) this.arrived(frame);
        this.changed();
    }

    private forget(): void {
        this.restartFrom = null;
        this.base += this.frames.length;
        this.frames = [];
        this.start = 0;
        this.bytes = 0;
        this.explanations.clear();
        this.curve = {index: [], count: [], speed: []};
        this.curveStride = 1;
        this.restarted();
    }

    // Every curveStride-th frame is a point of the curve; when there are too many, every other one goes.
    private extendCurve(frame: Frame): void {
        if (frame.index % this.curveStride !== 0) return;
        const {curve} = this;
        const point = seriesOf([frame]);
        if (curve.index[curve.index.length - 1] === frame.number) return;
        curve.index.push(frame.number);
        curve.count.push(point.count[0]);
        curve.speed.push(point.speed[0]);
        if (curve.index.length > 2 * SERIES_POINTS) {
            const odd = (_: number, i: number): boolean => i % 2 === 0;
            this.curve = {
                index: curve.index.filter(odd),
                count: curve.count.filter(odd),
                speed: curve.speed.filter(odd),
            };
            this.curveStride *= 2;
        }
    }

    numberAt(index: number): number {
        return this.get(index)?.number ?? 0;
    }

    get(index: number): Frame | undefined {
        return index < this.first ? undefined : this.frames[index - this.base];
    }

    want(): void {}
    wantBehind(): void {}

    sample(first: number, last: number, most: number): Promise<Frame[]> {
        const places = spread(Math.max(this.first, first), Math.min(this.last, last), most);
        return Promise.resolve(places.map((place) => this.frames[place - this.base]));
    }

    /** Indices of a live series are frame numbers: the frames themselves may be forgotten already. */
    series(): Promise<Series> {
        return Promise.resolve(this.curve);
    }

    track(id: number): Promise<Track | null> {
        return Promise.resolve(trackOf(this.frames.slice(this.start), id));
    }

    canExplain(): boolean {
        return true;
    }

    explain(id: number, frame: Frame): Promise<Explanation | null> {
        // Where frames are left out, the newest explanation before this one.
        for (let number = frame.number; number >= frame.number - STALE_FRAMES; --number) {
            const explanation = this.explanations.get(number);
            if (explanation?.id === id) return Promise.resolve(explanation);
        }
        return Promise.resolve(null);
    }

    send(command: {do: string; value?: number; id?: number | null}): void {
        if (this.socket?.readyState !== WebSocket.OPEN) return;
        this.socket.send(JSON.stringify(command));
        if (command.do === 'restart' && this.frames.length > 0)
            this.restartFrom = this.frames[this.frames.length - 1].number - 1;
    }

    choose(id: number | null): void {
        if (id === this.chosen) return;
        this.chosen = id;
        this.explanations.clear();
        this.send({do: 'explain', id});
    }
}
