import { mediaTypes } from './media-type.ts';

/** Names of copies: the SHA-256 of the content, and an extension. */
export const mediaFileName = new RegExp(`^[0-9a-f]{64}\\.(?:${Object.keys(mediaTypes).join('|')})$`);

/** Where the file store keeps a copy. */
export const mediaFile = (name: string) => `media/${name}`;
