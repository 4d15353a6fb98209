// Asking about the map: the server that delivered this page, or what was put into it. And a map without anybody on it.
import {People} from '../people';
import type {CellsAnswer, ChartAnswer, Info, RouteAnswer} from '../types';
import {askJson, Trouble} from './server';
import type {MapQuestions, Source} from './source';

export function mapOfServer(info: Info): MapQuestions | null {
    if (!info.map) return null;
    return {
        fixedBody: false,
        methods: info.map.methods,
        charts: info.map.charts ?? [],
        cells: (body) => askJson<CellsAnswer>('cells', {body}),
        chart: (of) => askJson<ChartAnswer>('chart', {of}),
        route: ({from, to, method, body, closed}) =>
            askJson<RouteAnswer>('route', {from: from.join(), to: to.join(), method, body, closed: closed.join()}),
    };
}

export function mapInside(info: Info, cells: CellsAnswer | null | undefined): MapQuestions | null {
    if (!info.map || !cells) return null;
    return {
        fixedBody: true,
        methods: [],
        charts: [],
        cells: () => Promise.resolve(cells),
        chart: () => Promise.reject(new Trouble('Heading charts are made by the server.')),
        route: () => Promise.reject(new Trouble('Ways are found by the server.')),
    };
}

export class MapAlone implements Source {
    readonly kind = 'map';
    readonly people: People;
    readonly map: MapQuestions | null;
    readonly first = 0;
    readonly last = -1;
    readonly revision = 0;
    readonly explanationRevision = 0;
    changed = (): void => {};
    trouble: (message: string | null) => void = () => {};

    constructor(readonly info: Info) {
        this.people = new People(info);
        this.map = mapOfServer(info);
    }

    numberAt(index: number): number {
        return index;
    }
    get(): undefined {
        return undefined;
    }
    want(): void {}
    wantBehind(): void {}
    sample(): Promise<never[]> {
        return Promise.resolve([]);
    }
    series(): Promise<{index: number[]; count: number[]; speed: number[]}> {
        return Promise.resolve({index: [], count: [], speed: []});
    }
    track(): Promise<null> {
        return Promise.resolve(null);
    }
    explain(): Promise<null> {
        return Promise.resolve(null);
    }
    canExplain(): boolean {
        return false;
    }
}
