// Where a recording says nothing, a curve has a hole.

/** The middle of the times between neighbours; 0 where there are none. */
export function usualStep(times: number[]): number {
    const steps = times.slice(1).map((time, i) => time - times[i]);
    steps.sort((a, b) => a - b);
    return steps.length ? steps[steps.length >> 1] : 0;
}

/** Puts a missing value wherever two neighbours are farther apart than `longest`. */
export function withGaps(times: number[], values: (number | null)[], longest: number): [number[], (number | null)[]] {
    const at: number[] = [],
        shown: (number | null)[] = [];
    times.forEach((time, i) => {
        if (i > 0 && time - times[i - 1] > longest) {
            at.push((times[i - 1] + time) / 2);
            shown.push(null);
        }
        at.push(time);
        shown.push(values[i]);
    });
    return [at, shown];
}

/** Values that no line leads to or from: only a dot shows them. */
export function lonely(values: (number | null)[]): number[] {
    const missing = (i: number): boolean => (values[i] ?? null) === null;
    return values.flatMap((_, i) => (!missing(i) && missing(i - 1) && missing(i + 1) ? [i] : []));
}
