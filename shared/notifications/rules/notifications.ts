export const earlyAccessFeatures = ['pro_network_deploy', 'social_ads', 'search_ads'] as const;

export const notable = {
  earlyAccess: (feature: string) => `EARLY_ACCESS#${feature}`,
  walkthrough: 'WALKTHROUGH',
  dismissed: (name: string) => `DISMISSED#${name}`,
  imageDownload: (digest: string) => `IMAGE#${digest}`,
  buttonPressed: (id: string) => `CLICK#${id}`,
};
