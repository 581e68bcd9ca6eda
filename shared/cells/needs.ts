import type { Context } from '#shared/aws/context.ts';
import { scale } from '#shared/reports/needs.ts';
import { cellNamesIn } from './store/cell-names.ts';
import { cellStartIn } from './store/cell-start.ts';
import { cellStatesIn } from './store/cell-states.ts';
import { cellsIn } from './store/cells.ts';
import { marksIn } from './store/marks.ts';
import { sealsIn } from './store/seals.ts';
import { storedOfDayIn } from './store/stored-of-day.ts';

export const cells = ({ attribution, now, once }: Context) => cellsIn(attribution(), { now, scale: once(scale) });
export const cellMarks = ({ attribution }: Context) => marksIn(attribution());
export const cellNames = ({ attribution, now }: Context) => cellNamesIn(attribution(), { now });
export const cellStart = ({ attribution, now }: Context) => cellStartIn(attribution(), { now });
export const cellStates = ({ attribution, now }: Context) => cellStatesIn(attribution(), { now });
export const seals = ({ attribution, now, once }: Context) =>
  sealsIn(attribution(), { now, scale: once(scale), cellStates: once(cellStates) });
export const storedOfDay = ({ attribution, env, now }: Context) =>
  storedOfDayIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS });
