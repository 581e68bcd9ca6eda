import { paceOf } from '#shared/values/pace.ts';

/** Adds to `round 3 of 8` and the like how fast that goes and how long the rest will take. */
export function withRest(tell: (step: string) => void, elapsed = () => performance.now()) {
  let known: { name: string; pace: (done: number) => string } | undefined;
  return (step: string): void => {
    const [, before = '', done = '', total = '', after = ''] = /^(.*?)(\d+) of (\d+)(.*)$/.exec(step) ?? [];
    const name = `${before} ${total} ${after}`;
    // What is done at the first word about it took place before.
    if (total && known?.name !== name)
      known = { name, pace: paceOf(Number(total), { from: Number(done), elapsed }) };
    const pace = total ? (known?.pace(Number(done)) ?? '') : '';
    tell(step + pace.slice(`${done} of ${total}`.length));
  };
}
