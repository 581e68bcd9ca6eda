/** Features that one can ask for before they are there. */
export const earlyAccessFeatures = ['pro_network_deploy', 'social_ads', 'search_ads'] as const;

/** What is noted of a user, once each: its name among the user's notifications. */
export const notable = {
  earlyAccess: (feature: string) => `EARLY_ACCESS#${feature}`,
  walkthrough: 'WALKTHROUGH',
  dismissed: (name: string) => `DISMISSED#${name}`,
  /** `digest` is the SHA-256 of ad and image URL. */
  imageDownload: (digest: string) => `IMAGE#${digest}`,
  buttonPressed: (id: string) => `CLICK#${id}`,
};
