/** County and postcode of the towns most parcels go to: few people know their own. */
const TOWNS: Record<string, readonly [county: string, zipCode: string]> = {
  Nairobi: ["Nairobi", "00100"],
  Mombasa: ["Mombasa", "80100"],
  Kisumu: ["Kisumu", "40100"],
  Nakuru: ["Nakuru", "20100"],
  Eldoret: ["Uasin Gishu", "30100"],
  Thika: ["Kiambu", "01000"],
  Kiambu: ["Kiambu", "00900"],
  Ruiru: ["Kiambu", "00232"],
  Kikuyu: ["Kiambu", "00902"],
  Machakos: ["Machakos", "90100"],
  Nyeri: ["Nyeri", "10100"],
  Nanyuki: ["Laikipia", "10400"],
  Meru: ["Meru", "60200"],
  Embu: ["Embu", "60100"],
  Kitui: ["Kitui", "90200"],
  Naivasha: ["Nakuru", "20117"],
  Kericho: ["Kericho", "20200"],
  Kisii: ["Kisii", "40200"],
  Kakamega: ["Kakamega", "50100"],
  Bungoma: ["Bungoma", "50200"],
  Kitale: ["Trans Nzoia", "30200"],
  Malindi: ["Kilifi", "80200"],
  Kilifi: ["Kilifi", "80108"],
  Garissa: ["Garissa", "70100"],
};

export const TOWN_NAMES = Object.keys(TOWNS);

/** What to fill in for a town, however it is written; undefined when it is not one we know. */
export function findTown(typed: string): { state: string; zipCode: string } | undefined {
  const wanted = typed.trim().toLowerCase();
  const name = TOWN_NAMES.find((town) => town.toLowerCase() === wanted);
  const found = name === undefined ? undefined : TOWNS[name];
  return found && { state: found[0], zipCode: found[1] };
}
