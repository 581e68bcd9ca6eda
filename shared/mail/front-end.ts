import type { CtaType } from '#shared/messages/lifecycle-mails.ts';

/** The final targets of links in mails. */
export type FrontEnd = Readonly<Record<CtaType | 'home', string>>;

const defaultPaths: Record<CtaType, string> = {
  login: '/login',
  dashboard: '/dashboard',
  buy_credits: '/credits',
  campaign_studio: '/campaign-studio',
};

/** `paths` replace the default paths. */
export function frontEndAt(baseUrl: string, paths: Partial<Record<CtaType, string>>): FrontEnd {
  const { login, dashboard, buy_credits, campaign_studio } = { ...defaultPaths, ...paths };
  return {
    home: `${baseUrl}/`,
    login: baseUrl + login,
    dashboard: baseUrl + dashboard,
    buy_credits: baseUrl + buy_credits,
    campaign_studio: baseUrl + campaign_studio,
  };
}
