/**
 * The address of the picture that messengers show for a product picture: 1200 × 630, beside the others of its folder.
 * Undefined for an address that is no picture of ours, which has none.
 */
export function shareImage(url: string | undefined): string | undefined {
  return url?.match(/^(\/pictures\/[\w-]+\/)720\.jpg$/)?.[1]?.concat("share.jpg");
}
