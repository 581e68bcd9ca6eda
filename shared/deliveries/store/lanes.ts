import { laneEnd, timeOf } from '#shared/deliveries/rules/lane.ts';
import type { Target, TargetRef } from '#shared/deliveries/rules/target.ts';
import type { Item } from '#shared/store/item.ts';
import { resultOrNull } from '#shared/store/store-errors.ts';
import type { Table, Update } from '#shared/store/table.ts';
import { minutes } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { DeliveryItems } from './delivery-items.ts';

/** The clocks of two functions differ by less. */
const overlapMs = minutes(5);

/** A lane closes only if no delivery joined it since the last read. */
export const lanesIn = <T extends Target>(
  table: Table,
  { targetKey, effectOf }: Pick<DeliveryItems, 'targetKey' | 'effectOf'>,
  { now }: { now: () => number },
) => {
  type Stored = Item & T;
  const change = (update: Update): Promise<T | null> => resultOrNull(table.update<Stored>(update));
  const read = (target: TargetRef) => table.get<Stored>(targetKey(target), { consistent: true });
  /** The answer of a write can be lost, and its repetition is refused. So the run goes on with what is stored. */
  const changeInRun = async (target: Target, update: Update): Promise<T | null> => {
    const changed = await change(update);
    if (changed) return changed;
    const current = await read(target);
    return current?.laneTick === target.laneTick && current?.laneWaiting !== undefined ? current : null;
  };
  const nextLook = (target: Target, dueAt: string) => {
    const tick = (target.laneTick ?? 0) + 1;
    const effect = effectOf(target, `tick#${tick}`, { tick }, dueAt);
    return { ':tick': tick, ':effects': JSON.stringify([effect]), ':due': dueAt };
  };
  const isNumber = ({ laneTick }: Target) => (laneTick === undefined ? 'attribute_not_exists(laneTick)' : 'laneTick = :before');
  const before = ({ laneTick }: Target) => (laneTick === undefined ? {} : { ':before': laneTick });

  return {
    async openLane(target: Target, { place, failures, dueAt }: { place: string; failures: number; dueAt: string }): Promise<boolean> {
      const opened = await change({
        key: targetKey(target),
        update:
          'SET laneWaiting = :place, lanePosition = :end, laneFailures = :failures, laneDueAt = :due, laneTick = :tick, effects = :effects',
        condition: `attribute_exists(pk) AND #status = :enabled AND attribute_not_exists(laneWaiting) AND ${isNumber(target)}`,
        names: { '#status': 'status' },
        values: {
          ...before(target),
          ...nextLook(target, dueAt),
          ':enabled': 'enabled',
          ':place': place,
          ':end': laneEnd,
          ':failures': failures,
        },
      });
      return opened !== null;
    },

    /** Makes one read and at most one write, more under contention. A repeated call sends nothing twice. */
    async waitInLane(of: TargetRef, place: string): Promise<void> {
      for (;;) {
        const target = await read(of);
        if (target?.status !== 'enabled') return;
        const isNoted =
          target.laneWaiting === undefined
            ? await this.openLane(target, { place, failures: 0, dueAt: new Date(now()).toISOString() })
            : await this.leaveToLane(target, place);
        if (isNoted) return;
      }
    },

    /** An earlier delivery usually waits already, so nothing is written. */
    async leaveToLane(target: Target, place: string): Promise<boolean> {
      if (target.laneWaiting === undefined) return false;
      if (target.laneWaiting <= place) return true;
      const updated = await change({
        key: targetKey(target),
        update: 'SET laneWaiting = :place',
        condition: 'laneWaiting > :place',
        values: { ':place': place },
      });
      if (updated) return true;
      const current = await read(target);
      return current?.laneWaiting !== undefined && current.laneWaiting <= place;
    },

    /**
     * Returns `null` for a void run. `isSeenTo` means that the run has handled everything before, so only a fresh read
     * shows what joined since.
     */
    async startRun(target: Target, { isSeenTo = false }: { isSeenTo?: boolean } = {}): Promise<{ from: string } | null> {
      for (let current: Target | null = isSeenTo ? await read(target) : target; current; ) {
        const { laneWaiting, lanePosition = laneEnd, laneTick } = current;
        if (laneWaiting === undefined || laneTick !== target.laneTick) return null;
        const [first = laneWaiting] = [laneWaiting, lanePosition].sort();
        const from = isSeenTo ? laneWaiting : first;
        if (laneWaiting === laneEnd) return { from };
        const startedLane = await change({
          key: targetKey(target),
          update: 'SET lanePosition = :from, laneWaiting = :end',
          condition: 'laneTick = :tick AND laneWaiting = :seen',
          values: { ':from': from, ':end': laneEnd, ':tick': laneTick, ':seen': laneWaiting },
        });
        if (startedLane) return { from };
        current = await read(target);
      }
      return null;
    },

    /** `stopsRecording` leaves new events to the log of the user. */
    async continueLane(
      target: Target,
      { place, failures, dueAt, stopsRecording = false }: { place?: string; failures: number; dueAt: string; stopsRecording?: boolean },
    ): Promise<void> {
      const unrecorded = ', unrecordedFrom = if_not_exists(unrecordedFrom, :now), undeliveredFrom = :undelivered REMOVE unrecordedTo';
      const [undelivered] = [place ?? laneEnd, target.undeliveredFrom ?? laneEnd].sort();
      await change({
        key: targetKey(target),
        update: `SET laneFailures = :failures, laneDueAt = :due, laneTick = :tick, effects = :effects${place === undefined ? '' : ', lanePosition = :place'}${stopsRecording ? unrecorded : ''}`,
        condition: 'attribute_exists(laneWaiting) AND laneTick = :before',
        values: {
          ...before(target),
          ...nextLook(target, dueAt),
          ':failures': failures,
          ...(place !== undefined && { ':place': place }),
          ...(stopsRecording && { ':now': new Date(now()).toISOString(), ':undelivered': undelivered }),
        },
      });
    },

    /** Events that were left to the log before this write are in the log after it. Returns `null` for a void run. */
    resumeRecording: (target: Target): Promise<T | null> =>
      changeInRun(target, {
        key: targetKey(target),
        update: 'SET unrecordedTo = :to',
        condition: 'laneTick = :tick AND attribute_exists(unrecordedFrom)',
        values: { ':tick': target.laneTick, ':to': new Date(now() + overlapMs).toISOString() },
      }),

    /** The events of the log until `next` are recorded, and wait in the lane. The end of the log has no `next`. */
    noteRecorded: (target: Target, next: string | null): Promise<T | null> =>
      changeInRun(target, {
        key: targetKey(target),
        update: `SET lanePosition = :from${next === null ? ' REMOVE unrecordedFrom, unrecordedTo, undeliveredFrom' : ', unrecordedFrom = :next'}`,
        condition: 'laneTick = :tick AND unrecordedFrom = :before',
        values: {
          ':tick': target.laneTick,
          ':before': target.unrecordedFrom,
          ':from': timeOf(target.unrecordedFrom ?? ''),
          ...(next !== null && { ':next': next }),
        },
      }),

    /** If the log has events without a record, the write that enables a target sends everything since the first failure. */
    reopening(target: Target): { set: string; values: Record<string, unknown>; effects: { id: string }[] } | null {
      const { unrecordedFrom, undeliveredFrom: since = unrecordedFrom } = target;
      if (unrecordedFrom === undefined) return null;
      const { ':effects': effects, ...tick } = nextLook(target, new Date(now()).toISOString());
      return {
        set: 'laneWaiting = :since, lanePosition = :end, laneFailures = :none, laneDueAt = :due, laneReplayAt = :due, laneTick = :tick',
        values: { ...tick, ':since': since, ':end': laneEnd, ':none': 0 },
        effects: JSON.parse(effects),
      };
    },

    async closeLane(target: Target): Promise<boolean> {
      const closed = await change({
        key: targetKey(target),
        update: 'REMOVE lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt',
        condition: 'laneTick = :tick AND laneWaiting = :end AND attribute_not_exists(unrecordedFrom)',
        values: { ':tick': target.laneTick, ':end': laneEnd },
      });
      return closed !== null;
    },

    async replayFrom(accountId: AccountId, id: string, since: string): Promise<T | null> {
      const at = new Date(now()).toISOString();
      for (;;) {
        const target = await read({ accountId, id });
        if (target?.status !== 'enabled') return null;
        const { laneWaiting = laneEnd, lanePosition = laneEnd } = target;
        const changed = await change({
          key: targetKey(target),
          update:
            'SET laneWaiting = :place, lanePosition = :position, laneFailures = :none, laneDueAt = :due, laneReplayAt = :due, laneTick = :tick, effects = :effects',
          condition: `#status = :enabled AND ${isNumber(target)}`,
          names: { '#status': 'status' },
          values: {
            ...before(target),
            ...nextLook(target, at),
            ':enabled': 'enabled',
            ':place': laneWaiting < since ? laneWaiting : since,
            ':position': lanePosition,
            ':none': 0,
          },
        });
        if (changed) return changed;
      }
    },
  };
};
