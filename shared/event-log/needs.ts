import { bucketAt } from '#shared/aws/bucket-at.ts';
import type { Context } from '#shared/aws/context.ts';
import { keptMatchKeysIn } from '#shared/destinations/store/kept-match-keys.ts';
import { adjustedRowsIn } from './store/adjusted-rows.ts';
import { clickRowsIn } from './store/click-rows.ts';
import { dayPagesIn } from './store/day-pages.ts';
import { dayRegistryIn } from './store/day-registry.ts';
import { erasureFilesIn } from './store/erasure-files.ts';
import { erasuresIn } from './store/erasures.ts';
import { eventLogIn } from './store/event-log.ts';
import { exportRowsIn } from './store/export-rows.ts';
import { exportsIn } from './store/exports.ts';
import { matchedEventsIn } from './store/matched-events.ts';
import { pixelEventsIn } from './store/pixel-events.ts';
import { tombstonesIn } from './store/tombstones.ts';

/** The event log stores this many days. */
export const logDays = ({ env }: Context) => env.PIXEL_EVENTS_RETENTION_DAYS;
export const adjustedRows = (context: Context) => {
  const { attribution, now } = context;
  return adjustedRowsIn(attribution(), { now, retentionDays: logDays(context) });
};
export const clickRows = (context: Context) => {
  const { attribution, now } = context;
  return clickRowsIn(attribution(), { now, retentionDays: logDays(context) });
};
export const dayPages = ({ attribution }: Context) => dayPagesIn(attribution());
export const dayRegistry = ({ attribution, now }: Context) => dayRegistryIn(attribution(), { now });
export const erasureFiles = ({ env }: Context) => erasureFilesIn(bucketAt(env.BACKUP_BUCKET));
export const erasures = ({ attribution, now }: Context) => erasuresIn(attribution(), { now });
export const eventLog = (context: Context) => {
  const { attribution, now } = context;
  return eventLogIn(attribution(), { now, retentionDays: logDays(context) });
};
export const exportRows = ({ attribution }: Context) => exportRowsIn(attribution());
export const exports = ({ attribution, now }: Context) => exportsIn(attribution(), { now });
export const matchedEvents = ({ attribution }: Context) => matchedEventsIn(attribution());
export const pixelEvents = (context: Context) => {
  const { attribution, now } = context;
  return pixelEventsIn(attribution(), { now, retentionDays: logDays(context) });
};
/** A denial destroys them. */
export const matchKeys = ({ attribution }: Context) => keptMatchKeysIn(attribution());
export const tombstones = ({ attribution }: Context) => tombstonesIn(attribution());
