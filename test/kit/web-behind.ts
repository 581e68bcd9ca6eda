import type { FunctionName } from '#functions/access.ts';
import type { Web } from '#shared/web/web.ts';
import type { outgoing } from './outgoing.ts';

export const webBehind = (web: Web, by: FunctionName, pass: ReturnType<typeof outgoing>['pass']): Web => ({
  check: (url) => pass({ by, operation: 'CheckAddress' }, () => web.check(url)),
  fetch: (request) => pass({ by, operation: 'FetchFile' }, () => web.fetch(request)),
});
