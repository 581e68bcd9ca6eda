import type { ClickRequest } from '#shared/clicks/rules/click-facts.ts';
import type { ClickRules } from '#shared/clicks/rules/click-rules.ts';
import { isInNetworks } from '#shared/clicks/rules/staff-networks.ts';
import type { UserAgentFacts } from '#shared/clicks/rules/user-agent.ts';
import { isOfEdge } from '#shared/http/caller-address.ts';

type Body = {
  referrer?: string | null | undefined;
  webdriver?: boolean | null | undefined;
  internal?: boolean | null | undefined;
};
type Caller = {
  /** The visitor's address is compared with the rules and not stored. */
  address: string;
  rules: ClickRules;
  header(name: string): string | undefined;
  isLive: boolean;
  readUserAgent(userAgent: string): UserAgentFacts;
};

/** The country of a visitor counts only from our own edge. */
export function clickRequestOf(
  { referrer, webdriver, internal }: Body,
  { header, isLive, readUserAgent, address, rules }: Caller,
): Omit<ClickRequest, 'url' | 'landingPage' | 'source' | 'hasOwnCampaign' | 'campaign' | 'networkClickIds'> {
  const userAgent = header('user-agent') ?? '';
  const country = header('cloudfront-viewer-country');
  return {
    referrer,
    rules,
    isInternalNetwork: isInNetworks(address, rules.staffNetworks),
    userAgent,
    agent: readUserAgent(userAgent),
    country: country && isOfEdge(header('x-adtrail-edge') ?? '') ? country : undefined,
    isLive,
    isWebdriver: webdriver === true,
    isInternalVisitor: internal === true,
    // A prerendered page runs the pixel only when it is shown, so this header means a prefetch.
    isPrefetch: /\bprefetch\b/.test(header('sec-purpose') ?? header('purpose') ?? ''),
  };
}
