// A page with its data inside: everything is in memory once it is unpacked.
import {People} from '../people';
import {completeInfo, type Embedded, type Explanation, type Frame, type Info, type Series, type Track} from '../types';
import {decodeSegments, inflate} from './decode';
import {mapInside} from './map';
import {seriesOf, spread, trackOf, type MapQuestions, type Source} from './source';

export class EmbeddedSource implements Source {
    readonly kind = 'embedded';
    readonly people: People;
    readonly map: MapQuestions | null;
    readonly first = 0;
    readonly revision = 0;
    readonly explanationRevision = 0;
    readonly last: number;
    changed = (): void => {};
    trouble: (message: string | null) => void = () => {};
    private readonly explanations = new Map<string, Explanation>();
    private readonly explained = new Set<number>();

    private constructor(
        readonly info: Info,
        data: Embedded,
        private readonly all: Frame[],
    ) {
        this.people = new People(info);
        this.map = mapInside(info, data.cells);
        if (data.agents) this.people.add(data.agents);
        this.last = all.length - 1;
        for (const explanation of data.explanations ?? []) {
            this.explanations.set(`${explanation.id}/${explanation.frame}`, explanation);
            this.explained.add(explanation.id);
        }
        this.given = data.series?.index?.length ? data.series : null;
    }
    private readonly given: Series | null;

    static async open(text: string): Promise<EmbeddedSource> {
        const data = JSON.parse(text) as Embedded;
        const info = completeInfo(data.info);
        const numberAt = (index: number): number => info.frame_numbers?.[index] ?? info.first_frame + index;
        const frames =
            info.frames > 0 && data.frames ? decodeSegments(await inflate(data.frames), info.frames, numberAt) : [];
        return new EmbeddedSource(info, data, frames);
    }

    numberAt(index: number): number {
        return this.all[index]?.number ?? this.info.first_frame + index;
    }

    get(index: number): Frame | undefined {
        return this.all[index];
    }

    want(): void {}
    wantBehind(): void {}

    sample(first: number, last: number, most: number): Promise<Frame[]> {
        return Promise.resolve(
            spread(Math.max(0, first), Math.min(this.last, last), most).map((place) => this.all[place]),
        );
    }

    series(): Promise<Series> {
        return Promise.resolve(this.given ?? seriesOf(spread(0, this.last, 1000).map((place) => this.all[place])));
    }

    track(id: number): Promise<Track | null> {
        return Promise.resolve(trackOf(this.all, id));
    }

    canExplain(id: number): boolean {
        return this.explained.has(id);
    }

    explain(id: number, frame: Frame): Promise<Explanation | null> {
        return Promise.resolve(this.explanations.get(`${id}/${frame.number}`) ?? null);
    }
}
