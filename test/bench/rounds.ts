import { cpuMicros } from './cpu-time.ts';
import { floorId, type Operation, readWriteFloorId } from './operations.ts';
import { median, percentile } from './statistics.ts';

export type Cell = {
  id: string;
  inFlight: number;
  opsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  hostCpuMicros: number | undefined;
  engineCpuMicros: number | undefined;
};
/** The ratios are to the raw write (`ofFloor`) and to the raw read and write (`ofGetPut`). */
export type Result = Cell & { label: string; ofFloor: number; ofGetPut: number };

export type Processes = { host: number | undefined; engine: number | undefined };

type CellSettings = { inFlight: number; seconds: number; processes: Processes };

export const cellOf = ({ id, run }: Operation, settings: CellSettings): Promise<Cell> =>
  loopCellOf({ id, run: (seconds) => latenciesOf(run, settings.inFlight, seconds) }, settings);

async function latenciesOf(run: Operation['run'], inFlight: number, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  const lane = async () => {
    for (let before = performance.now(); before < end; ) {
      await run();
      const after = performance.now();
      latencies.push(after - before);
      before = after;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return latencies;
}

export async function loopCellOf(
  { id, run }: { id: string; run(seconds: number): Promise<readonly number[]> },
  { inFlight, seconds, processes }: CellSettings,
): Promise<Cell> {
  const cpu = () => [cpuMicros(processes.host), cpuMicros(processes.engine)];
  const [hostBefore, engineBefore] = cpu();
  const start = performance.now();
  const latencies = await run(seconds);
  const elapsedMs = performance.now() - start;
  const [hostAfter, engineAfter] = cpu();
  const each = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : (after - before) / latencies.length;
  return {
    id,
    inFlight,
    opsPerSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    hostCpuMicros: each(hostBefore, hostAfter),
    engineCpuMicros: each(engineBefore, engineAfter),
  };
}

/** Every second round is reversed, so that predecessors vary. */
export async function roundOf(
  operations: readonly Operation[],
  levels: readonly number[],
  { number, seconds, processes, rest }: RoundSettings,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const inFlight of levels)
    for (const operation of number % 2 === 0 ? operations : operations.toReversed()) {
      cells.push(await cellOf(operation, { inFlight, seconds, processes }));
      await rest();
    }
  return cells;
}
type RoundSettings = {
  number: number;
  seconds: number;
  processes: Processes;
  /** The backlog of a cell must not affect the next cell. */
  rest(): Promise<void>;
};

export function resultsOf(operations: readonly Operation[], rounds: readonly (readonly Cell[])[]): Result[] {
  const levels = [...new Set(rounds[0]?.map(({ inFlight }) => inFlight))];
  return levels.flatMap((inFlight) =>
    operations.map(({ id, label }) => {
      const cells = rounds.map((round) => cellIn(round, id, inFlight));
      const middle = (figure: (cell: Cell) => number) => median(cells.map(figure));
      const known = (figures: (number | undefined)[]) => (figures.every((one) => one !== undefined) ? median(figures) : undefined);
      const over = (other: string) =>
        median(rounds.map((round, i) => (cells[i]?.opsPerSecond ?? 0) / cellIn(round, other, inFlight).opsPerSecond));
      return {
        id,
        label,
        inFlight,
        opsPerSecond: middle((cell) => cell.opsPerSecond),
        p50Ms: middle((cell) => cell.p50Ms),
        p99Ms: middle((cell) => cell.p99Ms),
        hostCpuMicros: known(cells.map((cell) => cell.hostCpuMicros)),
        engineCpuMicros: known(cells.map((cell) => cell.engineCpuMicros)),
        ofFloor: over(floorId),
        ofGetPut: over(readWriteFloorId),
      };
    }),
  );
}

function cellIn(round: readonly Cell[], id: string, inFlight: number): Cell {
  const cell = round.find((one) => one.id === id && one.inFlight === inFlight);
  if (!cell) throw new Error(`${id} was not measured at ${inFlight} in flight.`);
  return cell;
}
