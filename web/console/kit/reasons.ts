const reasons: Record<string, string> = {
  unknown_svc_click_id: 'Unknown click ID',
  expired_svc_click_id: 'Click expired',
  no_ad_click: 'No ad click (organic)',
  no_click_id: 'No click ID sent',
  unreadable_svc_click_id: 'Unreadable click ID',
};
const outcomes: Record<string, string> = { matched: 'Attributed', unmatched: 'Not attributed' };
export const outcomeText = (outcome: string): string => outcomes[outcome] ?? readable(outcome);

const advice: Record<string, string> = {
  unknown_svc_click_id:
    'No click with this ID is stored. Send the value of the svc_sid cookie, and check that the pixel runs on the landing page. A click that arrives within 7 days still earns this event.',
  expired_svc_click_id: 'The click is older than the click window in your settings.',
  no_ad_click: 'The visitor came without a campaign in the address, so no ad earned it.',
  unreadable_svc_click_id:
    'What was sent as svc_click_id is no click ID: the cookie was cut or changed on its way. Use clickFrom of the package, or send the cookie unchanged.',
  no_click_id: 'The event came without svc_click_id. Read the svc_sid cookie at checkout and send it along.',
};
export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');
export const reasonAdvice = (reason: string): string | undefined => advice[reason];

const errors: Record<string, string> = {
  validation_failed: 'A field is missing or wrong',
  click_id_out_of_scope: 'The click is of another pixel key than this secret key may use',
  properties_too_large: 'The properties are too large',
  not_stored: 'Another event of the batch is wrong',
};
export const errorText = (code: string): string => errors[code] ?? readable(code || 'invalid');

export const readable = (code: string): string => {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
