import { paceOf } from '#shared/values/pace.ts';

export function withRest(onStep: (step: string) => void, elapsed = () => performance.now()) {
  let known: { name: string; pace: (done: number) => string } | undefined;
  return (step: string): void => {
    const [, before = '', done = '', total = '', after = ''] = /^(.*?)(\d+) of (\d+)(.*)$/.exec(step) ?? [];
    const name = `${before} ${total} ${after}`;
    if (total && known?.name !== name) known = { name, pace: paceOf(Number(total), { from: Number(done), elapsed }) };
    const pace = total ? (known?.pace(Number(done)) ?? '') : '';
    onStep(step + pace.slice(`${done} of ${total}`.length));
  };
}
