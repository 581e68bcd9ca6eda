import type { FunctionName } from '#functions/access.ts';
import type { Web } from '#shared/web/web.ts';
import type { outgoing } from './outgoing.ts';

/** A function's own way to websites, behind the door of its calls. */
export const webBehind = (web: Web, by: FunctionName, pass: ReturnType<typeof outgoing>['pass']): Web => ({
  check: (url) => pass({ by, operation: 'CheckAddress' }, () => web.check(url)),
  fetch: (request) => pass({ by, operation: 'FetchFile' }, () => web.fetch(request)),
});
