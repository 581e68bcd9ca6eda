import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { isUnreadable, type Session } from '#shared/conversions/rules/attribution.ts';
import { aliasIn } from '#shared/conversions/rules/late-match.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Sessions } from '#shared/conversions/store/sessions.ts';

/** One read; two for an ad network's click ID; none for an unreadable click ID. */
export async function clickNamed(
  clickId: string,
  caller: ConversionCaller,
  { sessions, clicks }: { sessions: Sessions; clicks: Clicks },
): Promise<Session | null> {
  if (!clickId || isUnreadable(clickId)) return null;
  if (!aliasIn(clickId)) return sessions.byId(clickId);
  return (await clicks.named([clickId], caller)).get(clickId) ?? null;
}
