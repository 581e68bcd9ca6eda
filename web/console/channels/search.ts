import { isDay } from '../kit/dates.ts';
import { textOf, without } from '../kit/filter.ts';

/** The tested link with the page before it; the first day of the application, and the shown application or dry run. */
export const channelsSearch = (search: Record<string, unknown>) =>
  without({
    link: textOf(search.link, 8192),
    referrer: textOf(search.referrer, 8192),
    from: isDay(search.from) ? search.from : undefined,
    run: textOf(search.run, 100),
  });
