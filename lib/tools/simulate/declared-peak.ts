import { stageLimits, type UrlFunction, urlFunctions } from '#lib/cloud/limits/stage-limits.ts';
import { type Stage, stages } from '#lib/cloud/stages.ts';
import { assumed } from '#lib/tools/cost/estimate.ts';
import { type LambdaRun, runLambda } from './lambda.ts';

export const initMilliseconds = 300;
const milliseconds = assumed.singleMs;
const secondsAtPeak = 20;
/** The load rises from a hundredth to the peak in these seconds. */
const rises = [0, 1, 2, 5, 10] as const;

export type Rise = LambdaRun & { seconds: number };
export type DeclaredPeak = {
  name: UrlFunction;
  peak: number;
  reserved: number;
  rises: Rise[];
  batches: number;
};

type Declared = Pick<Stage, 'peakRequestsPerSecond' | 'reservesExecutions'>;
export const prod = stages.find(({ name }) => name === 'prod') as Stage;

export const declaredPeak = (stage: Declared = prod): DeclaredPeak[] =>
  urlFunctions.map((name) => {
    const peak = stage.peakRequestsPerSecond[name];
    const reserved = stageLimits({ ...stage, reservesExecutions: true }).reserved[name] ?? 0;
    const runs = rises.map((seconds) => {
      const rising = Array.from({ length: seconds }, (_, i) => Math.ceil((peak * (i + 1)) / (seconds + 1)));
      const quiet = Array<number>(3).fill(Math.ceil(peak / 100));
      const perSecond = [...quiet, ...rising, ...Array<number>(secondsAtPeak).fill(peak)];
      return { seconds, ...runLambda({ perSecond, reserved, milliseconds, initMilliseconds }) };
    });
    const batches = Math.floor(Math.min(peak, (1000 * reserved) / assumed.batchOf100Ms));
    return { name, peak, reserved, rises: runs, batches };
  });

export const refusedIn = ({ refused }: LambdaRun) => refused.byRate + refused.byExecutions + refused.byScaling;
