import type { Answer } from '../core/api.ts';
import type { LogEntry } from './entry.ts';

type Receipt = Answer<'readConversion'>;

/** The receipt lacks the user, because the service stores only a hash. */
export const sentOf = (receipt: Receipt): Record<string, unknown> => ({
  event_type: receipt.event_type,
  event_id: receipt.event_id,
  ...(receipt.svc_click_id && { svc_click_id: receipt.svc_click_id }),
  occurred_at: receipt.occurred_at,
  value: receipt.value,
  currency: receipt.currency,
  ...(receipt.properties && { properties: receipt.properties }),
  ...(receipt.consent && { consent: statedOf(receipt.consent) }),
});

const statedOf = (consent: NonNullable<Receipt['consent']>) =>
  Object.fromEntries(Object.entries(consent).filter(([, word]) => word !== 'unknown'));

export function answerOf(entry: LogEntry): { status: number; body: Record<string, unknown> } | null {
  const { outcome, reason, event_id, event_type, error, request_id, campaign, ad_group, ad_id } = entry;
  if (outcome === 'rejected' && error)
    return {
      status: statusOf(error.code),
      body: { detail: error.detail ?? error.message, code: error.code, ...(request_id && { request_id }) },
    };
  if (outcome !== 'matched' && outcome !== 'unmatched') return null;
  const common = { accepted: true, matched: !reason, duplicate: false, event_id, event_type };
  return reason ? { status: 202, body: { ...common, reason } } : { status: 200, body: { ...common, campaign, ad_group, ad_id } };
}

const statuses: Record<string, number> = { click_id_out_of_scope: 403, properties_too_large: 413 };
const statusOf = (code: string) => statuses[code] ?? 422;
