import { type Activity, otherName } from '#shared/reports/rules/activity.ts';
import type { ActivityNames } from '#shared/reports/store/activity-names.ts';
import { dayOf } from '#shared/values/iso-date.ts';

type NamedActivity = Extract<Activity, { name: string }>;

export async function boundedNames(items: readonly Activity[], names: ActivityNames) {
  const namedItems = items.filter((item): item is NamedActivity => 'name' in item);
  const dayOfItem = ({ accountId, environment, source, at }: NamedActivity) =>
    ({ accountId, environment, source, day: dayOf(at) }) as const;
  const idOf = (item: NamedActivity) => JSON.stringify(dayOfItem(item));
  const namesByDay = new Map<string, ReadonlySet<string>>();
  for (const [id, group] of Map.groupBy(namedItems, idOf)) {
    const first = group[0] as NamedActivity;
    namesByDay.set(
      id,
      await names.kept(
        group.map(({ name }) => name),
        dayOfItem(first),
      ),
    );
  }
  return (item: NamedActivity) => (namesByDay.get(idOf(item))?.has(item.name) ? item.name : otherName);
}
