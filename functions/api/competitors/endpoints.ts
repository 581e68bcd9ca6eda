export { discoverOwnPage } from './discover-own-page.ts';
export { readCompetitorAds } from './read-competitor-ads.ts';
export { readDiscovery } from './read-discovery.ts';
export { readDiscoveryStatus } from './read-discovery-status.ts';
export { readOwnAds } from './read-own-ads.ts';
export { readSocialAds } from './read-social-ads.ts';
export { setOwnPage } from './set-own-page.ts';
