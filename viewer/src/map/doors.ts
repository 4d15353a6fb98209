// Which doors are closed at a moment.
import type {Door} from '../types';

/** Places in the list of doors, in order. */
export function closedDoors(doors: Door[], time: number): number[] {
    const result: number[] = [];
    doors.forEach((door, place) => {
        let closed = door.closed;
        // A door whose time has come has moved by the end of the step, which is what a frame shows.
        for (const move of door.moves) if (move.time < time) closed = move.closes;
        if (closed) result.push(place);
    });
    return result;
}
