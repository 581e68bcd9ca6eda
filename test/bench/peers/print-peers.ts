import { table, whole } from '../print.ts';
import type { Cell } from '../rounds.ts';
import { median } from '../statistics.ts';
import { inFlight, peers } from './peers.ts';

export type PeerResult = {
  name: string;
  opsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicros: number | undefined;
  engineCpuMicros: number | undefined;
  ofLoop: number;
  ofRaw: number;
  ofOurs: number;
};

export function peerResults(rounds: readonly (readonly Cell[])[]): PeerResult[] {
  const names = Object.keys(peers).filter((name) => rounds[0]?.some(({ id }) => id === name));
  return names.map((name) => {
    const cells = rounds.map((round) => round.find(({ id }) => id === name) as Cell);
    const middle = (figure: (cell: Cell) => number | undefined) => median(cells.map((cell) => figure(cell) ?? Number.NaN));
    const over = (other: string, figure: (cell: Cell) => number | undefined) =>
      median(
        rounds.map((round, i) => {
          const base = round.find(({ id }) => id === other);
          return (figure(cells[i] as Cell) ?? Number.NaN) / ((base && figure(base)) ?? Number.NaN);
        }),
      );
    return {
      name,
      opsPerSecond: middle((cell) => cell.opsPerSecond),
      p50Ms: middle((cell) => cell.p50Ms),
      p99Ms: middle((cell) => cell.p99Ms),
      cpuMicros: middle((cell) => cell.hostCpuMicros),
      engineCpuMicros: middle((cell) => cell.engineCpuMicros),
      ofLoop: over('loop', (cell) => cell.hostCpuMicros),
      ofRaw: over('raw', (cell) => cell.hostCpuMicros),
      ofOurs: over('ours', (cell) => cell.opsPerSecond),
    };
  });
}

export const printedPeers = (rounds: readonly (readonly Cell[])[]): string =>
  [
    `New events, ${inFlight} in flight, HTTP to HTTP, each in a process of its own on one engine; medians of`,
    `${rounds.length} interleaved rounds, ratios taken within a round. CPU of that process, per event.`,
    '',
    table(
      ['', 'ops/s', 'p50 ms', 'p99 ms', 'CPU µs', 'of client alone', 'of behind gateway', 'engine µs', 'ops of ours'],
      peerResults(rounds).map((row) => [
        peers[row.name as keyof typeof peers],
        whole(row.opsPerSecond),
        row.p50Ms.toFixed(2),
        row.p99Ms.toFixed(2),
        whole(row.cpuMicros),
        row.ofLoop.toFixed(2),
        row.ofRaw.toFixed(2),
        whole(row.engineCpuMicros),
        row.ofOurs.toFixed(2),
      ]),
    ),
    '',
  ].join('\n');
