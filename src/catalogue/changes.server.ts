/**
 * PostgreSQL's channel for what shoppers see of the catalogue; the migration `product-changes` sends on it. A note holds
 * the id of the one product whose page changed, because few of a size are left, or nothing: then any page may have.
 */
export const PRODUCT_CHANGES = "product_changes";
