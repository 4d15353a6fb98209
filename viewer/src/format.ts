// Numbers as people read them.

export function fixed(value: number, digits: number): string {
    if (!Number.isFinite(value)) return '–';
    const text = value.toFixed(digits);
    return (/^-0\.?0*$/.test(text) ? text.slice(1) : text).replace('-', '−');
}

/** Short for tables and legends: three significant digits. */
export function short(value: number): string {
    if (!Number.isFinite(value)) return '–';
    const size = Math.abs(value);
    if (size !== 0 && (size < 0.001 || size >= 1e6)) return value.toExponential(1).replace('-', '−');
    return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 || size === 0 ? 2 : 3);
}

/** As `short`, without zeros that say nothing: 2 rather than 2.00. */
export function tick(value: number): string {
    const text = short(value);
    return text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
}

export function clock(seconds: number): string {
    if (!Number.isFinite(seconds)) return '–';
    const sign = seconds < 0 ? '−' : '';
    const tenths = Math.round(Math.abs(seconds) * 10);
    const whole = Math.floor(tenths / 10),
        rest = tenths % 10;
    const s = whole % 60,
        m = Math.floor(whole / 60) % 60,
        h = Math.floor(whole / 3600);
    const two = (n: number): string => String(n).padStart(2, '0');
    return `${sign}${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}.${rest}`;
}

export function degrees(radians: number): string {
    const turn = ((((radians * 180) / Math.PI) % 360) + 360) % 360;
    return `${fixed(turn >= 359.5 ? 0 : turn, 0)}°`;
}

export function count(n: number, one: string, many = `${one}s`): string {
    return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** The next of 1, 2, 2.5, 5 · 10^k at or above `value`. */
export function niceCeil(value: number): number {
    if (!(value > 0) || !Number.isFinite(value)) return 1;
    const unit = 10 ** Math.floor(Math.log10(value));
    for (const m of [1, 2, 2.5, 5, 10]) if (m * unit >= value * (1 - 1e-9)) return m * unit;
    return 10 * unit;
}
