/**
 * The usual pages of policies in Kiswahili, by their addresses: shown to who reads the shop in it, as long as the owner has
 * not written the page anew. They say what the English pages say, and no more.
 */
export const USUAL_IN_KISWAHILI: Readonly<Record<string, string>> = {
  delivery: `Tunafikisha bidhaa kote nchini Kenya. Gharama ya kukuletea na siku zitakazochukua huonyeshwa kwenye kila bidhaa, kikapuni na unapoagiza, kabla hujalipa. Wikendi hazihesabiwi.

## Inavyokwenda

1. Tunafungasha bidhaa zako malipo yako yakishapatikana.
2. Barua pepe inakujulisha mzigo unapoondoka, na unakuja na msafirishaji gani.
3. Msafirishaji anapiga simu kwa nambari iliyo kwenye oda yako. Tafadhali usizime simu hiyo.

Kwenye [Oda zangu](/orders) unaona oda yako imefikia wapi, wakati wowote.

## Anwani yenye makosa, au mzigo usiofika

Piga {phone} au andika kwa {email}. Kabla mzigo haujaondoka tunarekebisha anwani au nambari ya simu. Usipofika ndani ya siku zilizoonyeshwa, tunautafuta, tunatuma bidhaa tena, au tunakurudishia pesa zako.`,
  returns: `Bidhaa zinaweza kurudishwa au kubadilishwa ndani ya siku {days} tangu siku mzigo wako ulipofika.

## Jinsi ya kurudisha

1. Piga {phone} au andika kwa {email}, ukitaja nambari ya oda yako.
2. Leta bidhaa {address}, au zitume huko, zikiwa hazijavaliwa na kama zilivyokuja.

## Unachopata

- **Kubadilishiwa:** saizi au rangi nyingine, kama tunayo.
- **Kurudishiwa pesa**, kwa njia uliyolipa: kwa M-Pesa kwenye simu iliyolipa, kwa kadi kwenye kadi ile ile.

Bidhaa zikiwa na kasoro au si ulizoagiza, sisi tunalipia kuzirudisha. Haki unazopewa na Sheria ya Kenya ya Kuwalinda Watumiaji (Consumer Protection Act) unabaki nazo pia.`,
  privacy: `Tunahifadhi tu kinachohitajika na oda yako, na hatukufuatilii: duka hili halina matangazo, wala vifuatiliaji vya watu wengine.

## Tunachohifadhi

- Jina lako, barua pepe, nambari ya simu na anwani za kuletewa.
- Ulichoagiza, ulicholipa, na nambari ya muamala ya M-Pesa au risiti ya malipo.
- Ukiwa na akaunti: nenosiri lako, katika hali ambayo hakuna anayeweza kulisoma, na vifaa ulivyoingia navyo.
- Kwenye kifaa chako mwenyewe: kikapu chako, lugha yako, na ulichoandika ulipokuwa ukiagiza.

## Nani mwingine anaviona

- **Safaricom** kwa M-Pesa, na **Flutterwave** kwa kadi. Sisi hatuoni nambari ya kadi yako kamwe.
- **Msafirishaji**: jina lako, anwani na nambari ya simu.
- Anayebeba barua pepe zetu. Hakuna mwingine, isipokuwa sheria itake.

## Kwa muda gani, na haki zako

Oda na malipo huhifadhiwa kwa sababu sheria ya kodi inataka hivyo. Kwa Sheria ya Ulinzi wa Data ya 2019 (Data Protection Act), unaweza kuuliza tunachohifadhi kukuhusu, kutaka kirekebishwe, au kifutwe pale ambapo hakuna sheria inayotutaka tukihifadhi. Andika kwa {email} au piga {phone}. Jibu letu lisipokuridhisha, [Ofisi ya Kamishna wa Ulinzi wa Data](https://www.odpc.go.ke) husikiliza malalamiko.`,
  terms: `Unanunua kutoka {shop}, duka la {podcast}, {address}. Piga {phone} au andika kwa {email}.

## Oda yako

- Bei ni kwa shilingi za Kenya. Jumla, pamoja na usafirishaji, huonyeshwa kabla hujalipa, na hiyo ndiyo unayolipa.
- Oda yako imewekwa tunapoithibitisha kwenye ukurasa na kwa barua pepe. Tunaifungasha malipo yako yakishapatikana.
- Ukiandika nambari ya muamala ya M-Pesa, oda inabaki tunapotafuta malipo. Tusipoyapata, tunakuomba nambari sahihi, au tunaghairi oda.
- Kitu kikiisha kabla pesa zako hazijafika, pesa zako zinarudishwa kwako.

## Baadaye

Unaweza kurudisha au kubadilisha bidhaa ndani ya siku {days}. [Kurudisha na kubadilisha](/policies/returns) inaeleza jinsi, [Usafirishaji](/policies/delivery) jinsi bidhaa zinavyokufikia, na [Faragha](/policies/privacy) tunachohifadhi kukuhusu.

## Jambo likienda vibaya

Tuambie sisi kwanza: mtu atakujibu. Masharti haya yanafuata sheria ya Kenya, wala hayakuondolei haki yoyote ambayo sheria hiyo inakupa kama mnunuzi.`,
};
