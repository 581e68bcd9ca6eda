import { writeFileSync } from 'node:fs';

/** The wall clock of every thread is off by the milliseconds in a file. */
const preload = (file: string) => `import { readFileSync } from 'node:fs';
  const Real = Date; let shift = 0;
  const read = () => { try { shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8')); } catch {} };
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  read(); setInterval(read, 20).unref();`;

export const shiftedClock = (file: string) => ({
  env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload(file))}` },
  set: (shiftMs: number) => writeFileSync(file, String(shiftMs)),
});
