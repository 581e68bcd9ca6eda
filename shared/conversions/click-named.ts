import type { Clicks } from '#shared/data/clicks.ts';
import type { Sessions } from '#shared/data/sessions.ts';
import type { Session } from '#shared/domain/attribution.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import { aliasIn } from '#shared/domain/late-match.ts';

/** The click that an event names, if it is known: one read; two by an ad network's click id; none without one. */
export async function clickNamed(
  clickId: string,
  caller: ConversionCaller,
  { sessions, clicks }: { sessions: Sessions; clicks: Clicks },
): Promise<Session | null> {
  if (!clickId) return null;
  if (!aliasIn(clickId)) return sessions.byId(clickId);
  return (await clicks.named([clickId], caller)).get(clickId) ?? null;
}
