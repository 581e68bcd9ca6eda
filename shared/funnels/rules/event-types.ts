import { isSameAct, looksLikeConversion } from '#shared/conversions/rules/conversion-names.ts';
import { otherName, type TypeState } from '#shared/reports/rules/activity.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { numbered } from '#shared/values/numbered.ts';
import { type Finding, sumsBy, total } from './funnel.ts';

export type EventTypeCount = {
  event_type: string;
  count: number;
  counted: number;
  uncounted: number;
  unmatched: number;
};
type TypeCount = EventTypeCount & { valued: number };

const maxListed = 100;
/** Fewer events of an uncounted type may be a developer's trial. */
const minUncounted = 5;
/** More findings about types would bury the other findings. */
const maxFindings = 5;
const maxNamed = 10;
/** A type within these shares of a counted type's events reports the same acts. */
const asOften = { least: 0.75, most: 1.1 };

export function eventTypesOf(counters: readonly Counter[]): EventTypeCount[] {
  const types = typeCounts(counters);
  const namedTypes = types.filter(({ event_type }) => event_type !== otherName);
  const rest = [...namedTypes.slice(maxListed), ...types.filter(({ event_type }) => event_type === otherName)];
  const other: EventTypeCount = {
    event_type: otherName,
    count: total(rest),
    counted: rest.reduce((sum, { counted }) => sum + counted, 0),
    uncounted: rest.reduce((sum, { uncounted }) => sum + uncounted, 0),
    unmatched: rest.reduce((sum, { unmatched }) => sum + unmatched, 0),
  };
  return [...namedTypes.slice(0, maxListed).map(({ valued: _, ...type }) => type), ...(other.count > 0 ? [other] : [])];
}

function typeCounts(counters: readonly Counter[], { isCredited = false } = {}): TypeCount[] {
  const types = new Map<string, TypeCount>();
  for (const { metric, detail, count } of counters) {
    const isLater = isCredited && metric === 'credited_by_user';
    if (metric !== 'type' && !isLater) continue;
    const [event_type = '', state] = detail.split('|') as [string, TypeState];
    const type = types.get(event_type) ?? {
      event_type,
      count: 0,
      counted: 0,
      uncounted: 0,
      unmatched: 0,
      valued: 0,
    };
    types.set(event_type, type);
    if (isLater) type.unmatched -= count;
    else type.count += count;
    type[state] += count;
    if (state === 'valued') type.uncounted += count;
  }
  return [...types.values()].sort((a, b) => b.count - a.count || (a.event_type < b.event_type ? -1 : 1));
}

export function uncountedFindings(counters: readonly Counter[], countedToday: readonly string[] | null): Finding[] {
  const types = typeCounts(counters, { isCredited: true });
  const countedTypes = types.filter((type) => type.counted > 0);
  const countedEvents = countedTypes.reduce((sum, type) => sum + type.counted, 0);
  // A late match by click does not show whether the event's type counts.
  const lateByClick = total(sumsBy(counters, 'late_match')) - total(sumsBy(counters, 'credited_by_user'));
  const nothing = countedEvents + lateByClick === 0;
  const knownTypes = countedToday ?? countedTypes.map(({ event_type }) => event_type);
  const knownText = knownTypes.slice(0, maxNamed).join(', ') + (knownTypes.length > maxNamed ? ', …' : '') || 'none in this period';
  const candidates = types.filter(
    ({ event_type, uncounted, valued }) =>
      uncounted >= minUncounted &&
      event_type !== otherName &&
      looksLikeConversion(event_type, knownTypes, { carriesValues: valued >= minUncounted }),
  );
  return candidates.slice(0, maxFindings).map(({ event_type: type, uncounted, valued }): Finding => {
    const facts = {
      event_type: type,
      count: uncounted,
      with_value: valued,
      counted_types: knownText,
      counted_events: countedEvents,
    };
    const common = {
      code: 'uncounted_event_type',
      facts,
      log: { outcome: 'matched', eventType: type },
    } as const;
    if (countedToday?.includes(type))
      return {
        ...common,
        severity: 'info',
        message: `${numbered(uncounted, `${type} event`)} arrived before this type was counted. Events from that time stay uncounted; later ones are counted.`,
      };
    const fix = `Counted types: ${knownText}. Add ${type} to conversion_event_types in the pixel's settings, or send one of the counted types.`;
    const twin = countedTypes.find(
      (other) =>
        uncounted >= other.counted * asOften.least && uncounted <= other.counted * asOften.most && isSameAct(type, other.event_type),
    );
    if (twin)
      return {
        ...common,
        severity: 'info',
        message: `${numbered(uncounted, `${type} event`)} arrived and did not count. They probably report the same acts as ${twin.event_type}, which is counted. Otherwise add ${type} to conversion_event_types in the pixel's settings.`,
        facts: { ...facts, same_act: twin.event_type },
      };
    // A lead may be uncounted on purpose; an uncounted sale is probably lost.
    const isLikelyLoss = valued > 0 || countedTypes.some((other) => isSameAct(type, other.event_type));
    return nothing
      ? {
          ...common,
          severity: 'critical',
          message: `No conversion was counted in this period, but ${numbered(uncounted, `${type} event`)} arrived, which is not a counted type. ${fix}`,
        }
      : {
          ...common,
          severity: isLikelyLoss ? 'warning' : 'info',
          message: `${numbered(uncounted, `${type} event`)} attributed to an ad but not counted, because ${type} is not a counted type. ${fix}`,
        };
  });
}
