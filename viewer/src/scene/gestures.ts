// Mouse, wheel and fingers on the drawing.
// Mouse: drag pans, right button or Ctrl/Alt turns (3D). One finger pans (top) or turns (3D); two zoom, pan and turn.
import type {View} from './camera';

const CLICK_PIXELS = 5;

export interface GestureEvents {
    changed(): void;
    /** The person moved the map: stop following somebody. */
    moved(): void;
    zoomed(): void;
    clicked(x: number, y: number, event: PointerEvent): void;
    /** The mouse is here and nothing is pressed. */
    hovered(x: number, y: number): void;
    /** The mouse is here, whatever is pressed; null: it has left. */
    pointed(at: {x: number; y: number} | null): void;
}

export function attachGestures(element: HTMLElement, view: View, events: GestureEvents): void {
    const fingers = new Map<number, {x: number; y: number}>();
    let start: {x: number; y: number; turn: boolean} | null = null;
    let dragged = false;

    const place = (event: PointerEvent | WheelEvent): {x: number; y: number} => {
        const box = element.getBoundingClientRect();
        return {x: event.clientX - box.left, y: event.clientY - box.top};
    };

    element.addEventListener('pointerdown', (event) => {
        element.setPointerCapture(event.pointerId);
        const at = place(event);
        fingers.set(event.pointerId, at);
        if (fingers.size === 1) {
            const turn =
                view.mode === '3d' &&
                (event.button === 2 || event.ctrlKey || event.altKey || event.pointerType === 'touch');
            start = {...at, turn};
            dragged = false;
        } else {
            dragged = true;
        }
    });

    element.addEventListener('pointermove', (event) => {
        const before = fingers.get(event.pointerId);
        const at = place(event);
        if (event.pointerType !== 'touch') events.pointed(at);
        if (!before) {
            if (event.pointerType !== 'touch') events.hovered(at.x, at.y);
            return;
        }
        if (fingers.size === 1 && start) {
            if (!dragged && Math.hypot(at.x - start.x, at.y - start.y) < CLICK_PIXELS) return;
            if (!dragged) element.classList.add('dragging');
            const from = dragged ? before : start;
            dragged = true;
            if (start.turn) {
                view.orbit(at.x - from.x, at.y - from.y);
            } else {
                view.pan(from.x, from.y, at.x, at.y);
                events.moved();
            }
        } else if (fingers.size === 2) {
            const other = [...fingers].find(([id]) => id !== event.pointerId)![1];
            const old = {dx: before.x - other.x, dy: before.y - other.y},
                now = {dx: at.x - other.x, dy: at.y - other.y};
            const oldLength = Math.hypot(old.dx, old.dy),
                length = Math.hypot(now.dx, now.dy);
            if (oldLength > 10 && length > 10) {
                view.pan(
                    (before.x + other.x) / 2,
                    (before.y + other.y) / 2,
                    (at.x + other.x) / 2,
                    (at.y + other.y) / 2,
                );
                view.zoom(oldLength / length, (at.x + other.x) / 2, (at.y + other.y) / 2);
                if (view.mode === '3d') {
                    const turn = Math.atan2(now.dy, now.dx) - Math.atan2(old.dy, old.dx);
                    view.azimuth += Math.atan2(Math.sin(turn), Math.cos(turn));
                    view.update();
                }
            }
            events.moved();
        }
        fingers.set(event.pointerId, at);
        events.changed();
    });

    const end = (event: PointerEvent): void => {
        if (!fingers.delete(event.pointerId)) return;
        if (fingers.size === 0) {
            element.classList.remove('dragging');
            if (!dragged && start && event.type === 'pointerup' && event.button === 0)
                events.clicked(start.x, start.y, event);
            start = null;
        }
    };
    element.addEventListener('pointerup', end);
    element.addEventListener('pointerleave', () => events.pointed(null));
    element.addEventListener('pointercancel', end);
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener(
        'wheel',
        (event) => {
            event.preventDefault();
            const at = place(event);
            const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
            view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * lines)) * 0.0016), at.x, at.y);
            events.zoomed();
            events.changed();
        },
        {passive: false},
    );
}
