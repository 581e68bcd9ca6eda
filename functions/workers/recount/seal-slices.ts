import { type SealParameters, sealParts } from '#shared/cells/order-seals.ts';
import { accountsOfDay, hasLists, listsOfDay } from '#shared/event-log/store/accounts-of-day.ts';
import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { Deps } from './needs.ts';

/** Each run seals the days of several nights, so it catches up missed nights. */
const nights = 3;
/** This many days after a day, the stream can deliver no more of its records. */
const quietDays = 3;
const accountsAtOnce = 4;

type Place = { night: number; at: number };

export function sealSlices(task: Task, { attribution, seals }: Deps): ShardedWork<number> {
  const { at } = task.parameters as SealParameters;
  return {
    async page(part, start) {
      const place = start ? (fromWire(start) as Place) : { night: 0, at: part };
      const day = dayOf(new Date(at - days(quietDays + place.night)).toISOString());
      const isRead = place.at === 0 || (await hasLists(attribution, day));
      const subjects = isRead ? await accountsOfDay(attribution, day, listsOfDay[place.at]) : [];
      const next = { ...place, at: place.at + sealParts };
      if (next.at < listsOfDay.length && (await hasLists(attribution, day))) return { subjects, next: toWire(next) };
      const isLast = place.night + 1 === nights;
      return { subjects, next: isLast ? undefined : toWire({ night: place.night + 1, at: part }) };
    },
    async processPage(accounts) {
      const counts = { days: 0, cells: 0 };
      await forEachConcurrent(accounts, accountsAtOnce, async (accountId) => {
        const sealed = await seals.seal(accountId);
        counts.days += sealed.days;
        counts.cells += sealed.cells;
      });
      return { counts, failures: [] };
    },
    effects: () => [],
  };
}
