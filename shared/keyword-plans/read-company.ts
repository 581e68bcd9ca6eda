import type { Users } from '#shared/accounts/store/users.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import { cutText } from '#shared/values/cut-text.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';
import { readSite, type SiteReading } from '#shared/web/read-site.ts';
import { AddressRefused, SiteUnreachable, type Web } from '#shared/web/web.ts';

export type CompanyReading = {
  name: string;
  website: string;
  description: string;
  language: string | null;
  text: string;
};

type Asked = { userId: AccountId; website: string };
type CompanyDeps = { users: Pick<Users, 'byId'>; web: Web };

const maxTextCharacters = 4000;

export async function readCompany({ userId, website }: Asked, deps: CompanyDeps): Promise<CompanyReading> {
  const user = await deps.users.byId(ownerOf(userId));
  const site = await siteOf(website, deps);
  const domain = siteDomain(website);
  const profileUser = user?.companyWebsite && siteDomain(user.companyWebsite) === domain ? user : null;
  const description = profileUser?.companyShortDesc ?? site?.description ?? '';
  if (!description && !site?.text)
    throw new TaskFailed('The website could not be read, and the profile does not say what the company does.');
  return {
    name: profileUser?.company ?? (site?.siteName || (domain?.split('.')[0] ?? '')),
    website,
    description,
    language: site?.language ?? null,
    text: cutText(site?.text ?? '', maxTextCharacters),
  };
}

async function siteOf(website: string, { web }: CompanyDeps): Promise<SiteReading | null> {
  try {
    const site = await readSite(web, website);
    return site.state === 'read' ? site : null;
  } catch (error) {
    if (error instanceof AddressRefused || error instanceof SiteUnreachable) return null;
    throw error;
  }
}
