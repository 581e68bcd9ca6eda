type TcData = {
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<number, boolean>; legitimateInterests?: Record<number, boolean> };
};
type Page = {
  dataLayer?: { push(...entries: unknown[]): number } & ArrayLike<unknown>;
  __tcfapi?: (command: string, version: 2, listener: (data: TcData | null, success: boolean) => void) => void;
};
type Heard = (given: boolean, from: string) => void;

/** Reports what the page's consent platform says, each time it changes: IAB TCF 2 or Google's consent mode. */
export function hearConsent(heard: Heard): void {
  const page = window as Page;
  hearConsentMode(page, heard);
  // A platform may come after this script.
  if (!hearTcf(page, heard)) addEventListener('load', () => void hearTcf(page, heard), { once: true });
}

/** Purpose 1 is to store on the device; purpose 7, to measure advertising, also goes by legitimate interest. */
function hearTcf({ __tcfapi: ask }: Page, heard: Heard): boolean {
  ask?.('addEventListener', 2, (data, success) => {
    if (!success || !data || !/^(tcloaded|useractioncomplete)$/.test(data.eventStatus ?? '')) return;
    const { consents = {}, legitimateInterests = {} } = data.purpose ?? {};
    heard(data.gdprApplies === false || !!(consents[1] && (consents[7] || legitimateInterests[7])), 'TCF');
  });
  return !!ask;
}

/** `gtag('consent', 'default' | 'update', {…})` puts its arguments into the data layer. */
function hearConsentMode(page: Page, heard: Heard): void {
  const state: Record<string, unknown> = {};
  const take = (entry: unknown) => {
    const [name, kind, values] = Array.from((entry ?? []) as ArrayLike<unknown>);
    // A default for some regions says nothing of where the visitor is.
    if (name !== 'consent' || !values || (kind !== 'update' && (values as { region?: unknown }).region))
      return;
    Object.assign(state, values);
    if (state.ad_storage)
      heard(state.ad_storage === 'granted' && state.ad_user_data !== 'denied', 'consent mode');
  };
  page.dataLayer ??= [] as unknown[];
  const layer = page.dataLayer;
  Array.from(layer).forEach(take);
  const push = layer.push;
  layer.push = (...entries) => {
    entries.forEach(take);
    return push.apply(layer, entries);
  };
}
