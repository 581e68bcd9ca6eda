import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { aliasIn, isUnreadable } from '#shared/conversions/rules/click-id.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';

/** Finding a click makes one read, two for a network's click ID, none for an unreadable ID. */
export async function clickNamed(clickId: string, caller: ConversionCaller, { clicks }: { clicks: Clicks }): Promise<Click | null> {
  if (!clickId || isUnreadable(clickId)) return null;
  if (!aliasIn(clickId)) return clicks.byId(clickId);
  return (await clicks.named([clickId], caller)).get(clickId) ?? null;
}
