// Why the chosen agent does what it does: the explanation of the frame that is shown, as soon as the source has it.
import {STALE_FRAMES, type Source} from './sources/source';
import type {Explanation, Frame} from './types';

const EVERY_MS = 60;

export class Reasons {
    /** While that of the frame shown is on its way, the one before it. */
    explanation: Explanation | null = null;
    changed = (): void => {};
    failed: (message: string) => void = () => {};

    private busy = false;
    private asked = '';
    private askedAt = -Infinity;

    constructor(private readonly source: Source) {}

    forget(): void {
        this.explanation = null;
        this.asked = '';
    }

    keepUp(id: number, frame: Frame, now: number): void {
        // A run sends explanations after the frames they are about, so the same question may have a better answer later.
        const question = `${id}/${frame.number}/${this.source.explanationRevision}`;
        if (this.busy || question === this.asked || now - this.askedAt < EVERY_MS) return;
        this.asked = question;
        this.askedAt = now;
        void this.ask(id, frame);
    }

    /** What may be drawn over a frame. */
    of(frame: Frame | null): Explanation | null {
        const {explanation} = this;
        return explanation && frame && Math.abs(explanation.frame - frame.number) <= STALE_FRAMES ? explanation : null;
    }

    private async ask(id: number, frame: Frame): Promise<void> {
        const question = this.asked;
        this.busy = true;
        try {
            const answer = await this.source.explain(id, frame);
            if (this.asked === question) this.take(answer);
        } catch (error) {
            this.failed(error instanceof Error ? error.message : 'The explanation could not be read.');
        } finally {
            this.busy = false;
        }
    }

    private take(answer: Explanation | null): void {
        if (answer === this.explanation) return;
        this.explanation = answer;
        this.changed();
    }
}
