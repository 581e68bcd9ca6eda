import { createHash } from 'node:crypto';

export function seeded(seed: string): (below: number) => number {
  let count = 0;
  return (below) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE(0) % below;
}
