import type { Policy } from "./rules.ts";

/**
 * The default pages of policies in Kiswahili, by their addresses: shown to people who read the shop in Kiswahili, until the owner
 * has rewritten the page. They say what the English pages say, and no more.
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

/** The pages of policies until the owner writes others. Facts in {braces} are put in as they are when a page is read. */
export const USUAL_POLICIES: readonly Policy[] = [
  {
    slug: "delivery",
    title: "Delivery",
    text: `We deliver everywhere in Kenya. Each product, the cart and the checkout show what delivery costs and how many days it takes, before you pay. Weekends are not counted.

## How it goes

1. We pack your order once we find your payment.
2. We email you when the parcel leaves, with the courier's name.
3. The courier calls the phone number on your order. Please keep that phone on.

[My orders](/orders) shows where your order is at any time.

## A wrong address, or a parcel that doesn't come

Call {phone} or write to {email}. Before the parcel leaves we can correct an address or a phone number. If it doesn't come within the days we showed you, we find it, send your order again, or refund you.`,
  },
  {
    slug: "returns",
    title: "Returns and exchanges",
    text: `You can return or exchange what you bought within {days} days of the day your parcel arrives.

## How to return something

1. Call {phone} or write to {email}, with your order number.
2. Bring the items to {address}, or send them there, unworn and as they came.

## What you get

- **An exchange:** another size or colour, where we have it.
- **Your money back**, the way you paid it: by M-Pesa to the phone that paid, by card to the same card.

If an item is faulty or not what you ordered, we pay for sending it back. You also have your rights under the Consumer Protection Act of Kenya.`,
  },
  {
    slug: "privacy",
    title: "Privacy",
    text: `We keep what your order needs, and nothing to follow you around: this shop has no ads and no trackers from others.

## What we keep

- Your name, e-mail address, phone number and delivery addresses.
- What you ordered, what you paid, and the M-Pesa code or receipt of the payment.
- With an account: your password, in a form nobody can read, and the devices you're signed in on.
- On your own device: your cart, your language, and what you type at the checkout.

## Who else sees it

- **Safaricom** for M-Pesa, and **Flutterwave** for cards. We never see your card number.
- **The courier**: your name, address and phone number.
- The company that sends our emails. Nobody else, unless the law requires it.

## How long, and your rights

We keep orders and payments because the tax law asks for them. Under the Data Protection Act, 2019, you can ask what we keep about you, have it corrected, or have it deleted where no law makes us keep it. Write to {email} or call {phone}. If you're not happy with our answer, you can complain to the [Office of the Data Protection Commissioner](https://www.odpc.go.ke).`,
  },
  {
    slug: "terms",
    title: "Terms",
    text: `You buy from {shop}, the shop of {podcast}, {address}. Call {phone} or write to {email}.

## Your order

- Prices are in Kenya shillings. We show the total, with delivery, before you pay, and that is what you pay.
- Your order is placed when we confirm it on the page and by email. We pack it once we find your payment.
- If you send us an M-Pesa code, we hold the order while we look for the payment. If we can't find it, we ask you for the right code, or cancel the order.
- If something sells out before your money arrives, we refund you.

## Afterwards

You can return or exchange items within {days} days. [Returns and exchanges](/policies/returns) says how, [Delivery](/policies/delivery) how your order reaches you, and [Privacy](/policies/privacy) what we keep about you.

## If something goes wrong

Tell us first: a person answers. These terms follow the law of Kenya, and you keep all the rights it gives you as a buyer.`,
  },
];
