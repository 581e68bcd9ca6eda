type Entry = {
  event_type?: string | undefined;
  event_id?: string | undefined;
  value?: string | undefined;
  currency?: string | undefined;
  error?: { detail?: { loc: (string | number)[] }[] | undefined } | undefined;
};

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The secret is a variable, because no list shows secrets. */
export function curlOf(entry: Entry, origin: string, sentFields?: Record<string, unknown>): string {
  const { event_type, event_id, value, currency } = entry;
  const body = sentFields ?? {
    event_type: event_type ?? 'order_created',
    event_id: event_id ?? 'order_created:10017',
    ...(value !== undefined && { value }),
    ...(currency && { currency }),
    svc_click_id: 'CLICK_ID',
  };
  return [
    `curl -s ${shellQuoted(`${origin}/api/v1/pixel/server-events`)} \\`,
    `  -H "Authorization: Bearer $ADTRAIL_SECRET_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join('\n');
}

const knownFields = ['event_type', 'event_id', 'value', 'currency', 'svc_click_id', 'occurred_at'];
export function fieldsToFix({ error }: Entry): string[] {
  const named = (error?.detail ?? []).map(({ loc }) => String(loc.at(-1)));
  const fields = [...new Set(named)].filter((name) => knownFields.includes(name));
  return fields.length > 0 ? fields : ['event_id', 'svc_click_id'];
}

export const replayOf = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );
