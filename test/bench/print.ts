import type { Report } from './bench.ts';

export function printed({ machine, budget, hostStartMs, operations, propagation, coldStart }: Report): string {
  const { single, burst, worker } = propagation;
  return [
    `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores; the bench shares them with what it measures.`,
    `Medians of ${budget.rounds} interleaved rounds of ${budget.cellSeconds} s. Trust the ratios, not the figures.`,
    `Host ready after ${whole(hostStartMs)} ms.`,
    '',
    table(
      ['', 'in flight', 'ops/s', 'of floor', 'of get+put', 'p50 ms', 'p99 ms', 'CPU µs host', 'engine'],
      operations.map((row) => [
        row.label,
        whole(row.inFlight),
        whole(row.opsPerSecond),
        row.ofFloor.toFixed(2),
        row.ofGetPut.toFixed(2),
        row.p50Ms.toFixed(2),
        row.p99Ms.toFixed(2),
        whole(row.hostCpuMicros),
        whole(row.engineCpuMicros),
      ]),
    ),
    '',
    `From an event's answer until the report counts it: median ${whole(single.medianMs)} ms, ` +
      `at most ${whole(single.maxMs)} ms (${single.events} events one by one).`,
    `A burst of ${burst.events} events over HTTP: accepted at ${whole(burst.acceptedPerSecond)}/s, ` +
      `all in the report ${whole(burst.behindMs)} ms after the last answer.`,
    `The totals worker alone, ${worker.events} events written straight into the table ` +
      `(${whole(worker.writtenPerSecond)}/s): counted at ${whole(worker.countedPerSecond)}/s.`,
    '',
    table(
      ['bundle', 'KB', 'gzip KB', 'cold start ms', 'fastest', 'of empty'],
      coldStart.map((row) => [
        row.name,
        row.kilobytes.toFixed(1),
        row.gzipKilobytes.toFixed(1),
        row.medianMs.toFixed(1),
        row.fastestMs.toFixed(1),
        row.timesEmpty.toFixed(2),
      ]),
    ),
    '',
  ].join('\n');
}

export const whole = (figure: number | undefined) => figure?.toFixed(0) ?? '-';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
