CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- a text as it is compared: foldText (src/platform/fold-text.ts) in SQL, whatever the database's locale. Capitals and their
-- small letters stand side by side, as lower() knows them by the locale alone; most texts are ASCII and go the short way
CREATE FUNCTION "fold_text"(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  case when typed collate "C" ~ '^[ -~]*$' then translate(lower(typed collate "C"), '`', '''')
  else replace(translate(
    lower(regexp_replace(
      normalize(translate(typed, '`´ʹʻʼ‘’‛′', ''''''''''''''''''''), NFKD) collate "C",
      '[\u00ad\u0300-\u036f\u061c\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g')),
    '‐‑‒–—―−ẞÆÐØÞĐĦıŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲀᲁᲂᲃᲄᲅᲆᲇᲈᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    '-------ßæðøþđħiłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽвдосттъѣꙋᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'), 'ß', 'ss')
  end, '[\t-\r \u1680\u2028\u2029]+', ' ', 'g'));--> statement-breakpoint
CREATE TABLE "devices" (
	"user_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_user_id_secret_hash_pk" PRIMARY KEY("user_id","secret_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"device_hash" text,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "tried_passwords" (
	"user_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tried_passwords_user_id_password_hash_pk" PRIMARY KEY("user_id","password_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"verified_at" timestamp with time zone,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"contested" boolean DEFAULT false NOT NULL,
	"guest_email" text,
	"guest_phone" text,
	"guest_from" text,
	"language" text DEFAULT 'en' NOT NULL,
	CONSTRAINT "language_is_known" CHECK ("users"."language" in ('en', 'sw'))
);
--> statement-breakpoint
CREATE TABLE "back_in_stock" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"email" text NOT NULL,
	"proven" boolean DEFAULT false NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_secret" text,
	"totp_step" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_answers" (
	"staff_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_answers_staff_id_key_pk" PRIMARY KEY("staff_id","key")
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"password_hash" text,
	"totp_secret" text
);
--> statement-breakpoint
CREATE TABLE "staff_recovery" (
	"staff_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_recovery_staff_id_code_hash_pk" PRIMARY KEY("staff_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"code_at" timestamp with time zone,
	"ip" text NOT NULL,
	"agent" text NOT NULL,
	CONSTRAINT "staff_sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "cart_lines_user_id_product_id_size_pk" PRIMARY KEY("user_id","product_id","size"),
	CONSTRAINT "quantity_is_1_to_20" CHECK ("cart_lines"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "low_stock_notified" (
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	CONSTRAINT "low_stock_notified_product_id_size_pk" PRIMARY KEY("product_id","size")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"material" text DEFAULT '' NOT NULL,
	"fit" text DEFAULT '' NOT NULL,
	"size_guide" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"former_price" integer,
	"category" text NOT NULL,
	"sub_category" text NOT NULL,
	"sizes" text[] NOT NULL,
	"images" text[] NOT NULL,
	"alts" text[] DEFAULT '{}' NOT NULL,
	"colour" text NOT NULL,
	"trending" boolean DEFAULT false NOT NULL,
	"bestseller" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"on_sale_from" timestamp with time zone,
	"announced" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (fold_text(name)) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_is_positive" CHECK ("products"."price" > 0),
	CONSTRAINT "former_price_is_higher" CHECK ("products"."former_price" > "products"."price"),
	CONSTRAINT "announced_for_a_moment" CHECK (not "products"."announced" or "products"."on_sale_from" is not null),
	CONSTRAINT "archived_is_not_published" CHECK ("products"."archived_at" is null or not "products"."published")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"received" integer NOT NULL,
	CONSTRAINT "stock_product_id_size_pk" PRIMARY KEY("product_id","size"),
	CONSTRAINT "stock_is_never_negative" CHECK ("stock"."on_hand" >= 0 and "stock"."held" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" text,
	"by_name" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "a_move_moves" CHECK ("stock_moves"."delta" <> 0)
);
--> statement-breakpoint
CREATE TABLE "stored_pictures" (
	"folder" text NOT NULL,
	"file" text NOT NULL,
	"bytes" "bytea",
	CONSTRAINT "stored_pictures_folder_file_pk" PRIMARY KEY("folder","file")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"created" integer NOT NULL,
	"changed" integer NOT NULL,
	"same" integer NOT NULL,
	"by" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"id" text PRIMARY KEY NOT NULL,
	"coupon_id" text NOT NULL,
	"shopper" text[] NOT NULL,
	"until" timestamp with time zone,
	"lapses_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"minimum" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"per_shopper" integer,
	"category" text,
	"source" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "coupons_code" UNIQUE("code"),
	CONSTRAINT "code_is_plain" CHECK ("coupons"."code" ~ '^[A-Z0-9]{3,30}$'),
	CONSTRAINT "value_fits_kind" CHECK (case "coupons"."kind" when 'percent' then "coupons"."value" between 1 and 100
        when 'fixed' then "coupons"."value" between 1 and 1000000 else "coupons"."kind" = 'delivery' and "coupons"."value" = 0 end),
	CONSTRAINT "limits_are_positive" CHECK ("coupons"."max_uses" > 0 and "coupons"."per_shopper" > 0 and "coupons"."minimum" >= 0),
	CONSTRAINT "ends_after_it_starts" CHECK ("coupons"."ends_at" > "coupons"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"address" jsonb NOT NULL,
	"same_as" text GENERATED ALWAYS AS (md5(lower(regexp_replace(address::text, '\s+', ' ', 'g')))) STORED NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"order_id" text NOT NULL,
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "holds_order_id_product_id_size_pk" PRIMARY KEY("order_id","product_id","size"),
	CONSTRAINT "held_1_to_20" CHECK ("holds"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"note" text,
	"by_id" text,
	"by_name" text,
	"idempotency_key" text,
	"public" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"line" integer NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	"image" text NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_order_id_line_pk" PRIMARY KEY("order_id","line"),
	CONSTRAINT "bought_1_to_20" CHECK ("order_items"."quantity" between 1 and 20),
	CONSTRAINT "returned_was_bought" CHECK ("order_items"."returned" between 0 and "order_items"."quantity")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"phase" text DEFAULT 'placed' NOT NULL,
	"guest_email" text,
	"address" jsonb,
	"subtotal" integer NOT NULL,
	"delivery_fee" integer NOT NULL,
	"discount" integer DEFAULT 0 NOT NULL,
	"amount" integer NOT NULL,
	"coupon" jsonb,
	"delivery" jsonb,
	"status" text DEFAULT 'Order Placed' NOT NULL,
	"payment" boolean DEFAULT false NOT NULL,
	"owed" integer DEFAULT 0 NOT NULL,
	"receipts" text DEFAULT '' NOT NULL,
	"refund" text,
	"all_refunded" boolean DEFAULT false NOT NULL,
	"payment_method" text NOT NULL,
	"mpesa_code" text,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"contents_hash" text NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"courier" text,
	"tracking" text,
	"announced_at" timestamp with time zone,
	"language" text DEFAULT 'en' NOT NULL,
	"search" text GENERATED ALWAYS AS (' ' || fold_text(coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', '')
        || ' ' || regexp_replace(coalesce(address->>'phone', ''), '[^0-9]', '', 'g')
        || ' ' || coalesce(mpesa_code, '') || receipts || ' ' || right(id, 8)
        || ' ' || coalesce(address->>'email', '') || ' ' || coalesce(address->>'city', '')) || ' ') STORED,
	CONSTRAINT "orders_mpesa_code" UNIQUE("mpesa_code"),
	CONSTRAINT "amount_adds_up" CHECK ("orders"."amount" = "orders"."subtotal" - "orders"."discount" + "orders"."delivery_fee"),
	CONSTRAINT "discount_has_a_coupon" CHECK ("orders"."discount" = 0 or "orders"."discount" > 0 and "orders"."coupon" is not null),
	CONSTRAINT "status_is_known" CHECK ("orders"."status" in ('Order Placed', 'Packing', 'Shipped', 'Out for delivery', 'Delivered', 'Cancelled')),
	CONSTRAINT "language_is_known" CHECK ("orders"."language" in ('en', 'sw')),
	CONSTRAINT "paid_is_placed" CHECK (not "orders"."payment" or "orders"."phase" = 'placed')
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text,
	"note" text,
	"by_id" text,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_attempt_id" text,
	"order_id" text NOT NULL,
	"added" boolean DEFAULT false NOT NULL,
	"amount" integer NOT NULL,
	"phone" text,
	"reference" text NOT NULL,
	"typed_code" text GENERATED ALWAYS AS (case when method = 'cod' and starts_with(reference, 'till:') then substr(reference, 6) end) STORED,
	"secret_hash" text,
	"checkout_request_id" text,
	"merchant_request_id" text,
	"callback" jsonb,
	"code" text,
	"unlisted_code" text,
	"unlisted_times" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"transaction_id" text,
	"claimed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"typed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"placed_from" text,
	"warns_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"rejected_at" timestamp with time zone,
	"restored" boolean DEFAULT false NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	CONSTRAINT "payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "payments_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "payments_checkout_request_id_unique" UNIQUE("checkout_request_id"),
	CONSTRAINT "payments_merchant_request_id_unique" UNIQUE("merchant_request_id"),
	CONSTRAINT "payments_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "paid_by_a_transaction" CHECK (("payments"."state" = 'paid') = ("payments"."transaction_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_tokens" (
	"provider" text PRIMARY KEY NOT NULL,
	"token" text,
	"expires_at" timestamp with time zone,
	"fetching_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_checks" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"conversation_id" text,
	"result" jsonb,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"refund_id" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"secret_hash" text,
	"reference" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_attempts_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "refund_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"reference" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"order_id" text,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"by_id" text,
	"by_name" text,
	"idempotency_key" text,
	"way" text DEFAULT 'provider' NOT NULL,
	"hand_code" text,
	"state" text DEFAULT 'due' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_failed" boolean DEFAULT false NOT NULL,
	"asks_only" boolean DEFAULT false NOT NULL,
	"reference" text,
	"result" text,
	"next_try_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "refunds_hand_code" UNIQUE("hand_code"),
	CONSTRAINT "refund_is_positive" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "owner_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"payment_id" text,
	"what" text NOT NULL,
	"line" text NOT NULL,
	"shown_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "owner_notices_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"provider" text,
	"payment_id" text,
	"transaction_id" text,
	"webhook_id" text,
	"receipt" text,
	"amount" integer,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "exceptions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"receipt" text,
	"amount" integer NOT NULL,
	"paid_at" timestamp with time zone,
	"payer" text,
	"till" text,
	"bill_ref" text,
	"source" text NOT NULL,
	"verified" boolean NOT NULL,
	"payment_id" text,
	"order_id" text,
	"allocated" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"refunding" integer DEFAULT 0 NOT NULL,
	"unallocated" integer NOT NULL,
	"reason" text,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "sums_add_up" CHECK ("transactions"."amount" = "transactions"."allocated" + "transactions"."refunded" + "transactions"."refunding" + "transactions"."unallocated"),
	CONSTRAINT "sums_are_not_negative" CHECK ("transactions"."amount" > 0 and "transactions"."allocated" >= 0 and "transactions"."refunded" >= 0 and "transactions"."refunding" >= 0 and "transactions"."unallocated" >= 0),
	CONSTRAINT "only_verified_money_is_spent" CHECK ("transactions"."verified" or "transactions"."unallocated" = "transactions"."amount"),
	CONSTRAINT "allocated_to_an_order" CHECK ("transactions"."allocated" = 0 or "transactions"."order_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_inbox" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text,
	"receipt" text,
	"reference" text,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"outcome" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"parked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"staff_id" text,
	"staff_name" text NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"request_id" text,
	"ip" text
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"lease" uuid,
	CONSTRAINT "jobs_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "mail_times" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"leaves_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"low_priority" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fault" text,
	CONSTRAINT "outbox_event_unique" UNIQUE("event")
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" text PRIMARY KEY NOT NULL,
	"guid" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"link" text,
	"audio" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "episodes_by_guid" UNIQUE("guid"),
	CONSTRAINT "episodes_by_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "podcast_feeds" (
	"address" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"fault" text,
	"etag" text,
	"modified" text
);
--> statement-breakpoint
CREATE TABLE "product_episodes" (
	"product_id" text NOT NULL,
	"episode_id" text NOT NULL,
	"place" integer NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"clip_from" integer,
	"clip_seconds" integer,
	CONSTRAINT "product_episodes_product_id_episode_id_pk" PRIMARY KEY("product_id","episode_id"),
	CONSTRAINT "a_clip_is_short" CHECK ("product_episodes"."clip_from" >= 0 and "product_episodes"."clip_seconds" between 1 and 30),
	CONSTRAINT "a_clip_is_whole" CHECK (("product_episodes"."clip_from" is null) = ("product_episodes"."clip_seconds" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"user_id" text NOT NULL,
	"order_id" text NOT NULL,
	"first_name" text NOT NULL,
	"size" text NOT NULL,
	"stars" integer NOT NULL,
	"words" text NOT NULL,
	"photo" text,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shown" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "reviews_photo" UNIQUE("photo"),
	CONSTRAINT "one_to_five_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "words_are_few" CHECK (char_length("reviews"."words") <= 1000),
	CONSTRAINT "shown_was_decided" CHECK (not "reviews"."shown" or "reviews"."decided_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sample_ratings" (
	"product_id" text NOT NULL,
	"stars" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "sample_ratings_product_id_stars_pk" PRIMARY KEY("product_id","stars"),
	CONSTRAINT "sample_has_stars" CHECK ("sample_ratings"."stars" between 1 and 5 and "sample_ratings"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "setting_version" CHECK ("settings"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tried_passwords" ADD CONSTRAINT "tried_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "back_in_stock" ADD CONSTRAINT "back_in_stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery" ADD CONSTRAINT "staff_recovery_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "low_stock_notified" ADD CONSTRAINT "low_stock_notified_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_checks" ADD CONSTRAINT "code_checks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_attempts" ADD CONSTRAINT "refund_attempts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_results" ADD CONSTRAINT "refund_results_attempt_id_refund_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."refund_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_notices" ADD CONSTRAINT "owner_notices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_episodes" ADD CONSTRAINT "product_episodes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_episodes" ADD CONSTRAINT "product_episodes_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_ratings" ADD CONSTRAINT "sample_ratings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_links_of_user" ON "mail_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_links_end" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "guests_by_email" ON "users" USING btree (lower("guest_email")) WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "guests_by_phone" ON "users" USING btree ("guest_phone") WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "back_in_stock_once" ON "back_in_stock" USING btree ("product_id","size",lower("email"));--> statement-breakpoint
CREATE INDEX "back_in_stock_of_email" ON "back_in_stock" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "staff_answers_by_age" ON "staff_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_links_of_person" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_of_person" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_end" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id","category","sub_category","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind" ON "products" USING btree ("category","sub_category","id","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price","id","category","sub_category","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_by_kind_and_price" ON "products" USING btree ("category","sub_category","price","id","on_sale_from") WHERE "products"."published";--> statement-breakpoint
CREATE INDEX "products_drops" ON "products" USING btree ("on_sale_from") WHERE "products"."on_sale_from" is not null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_trending" ON "products" USING btree ("id") WHERE "products"."trending";--> statement-breakpoint
CREATE INDEX "products_bestseller" ON "products" USING btree ("id") WHERE "products"."bestseller";--> statement-breakpoint
CREATE INDEX "products_on_offer" ON "products" USING btree ("id","category","sub_category") WHERE "products"."published" and "products"."former_price" is not null;--> statement-breakpoint
CREATE INDEX "staff_products_by_name" ON "products" USING btree ("search","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "staff_products_by_price" ON "products" USING btree ("price","id") WHERE "products"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "products_hidden" ON "products" USING btree ("id") WHERE "products"."archived_at" is null and not "products"."published";--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("id") WHERE "products"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "stock_low" ON "stock" USING btree ("product_id","size") WHERE "stock"."on_hand" <= 5;--> statement-breakpoint
CREATE INDEX "stock_moves_of_product" ON "stock_moves" USING btree ("product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_moves_once" ON "stock_moves" USING btree ("by_id","idempotency_key") WHERE "stock_moves"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "imports_of_file" ON "imports" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "coupon_uses_of_coupon" ON "coupon_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_by_shopper" ON "coupon_uses" USING gin ("shopper");--> statement-breakpoint
CREATE INDEX "coupon_uses_by_end" ON "coupon_uses" USING btree ("until") WHERE "coupon_uses"."until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_once" ON "addresses" USING btree ("user_id","same_as");--> statement-breakpoint
CREATE INDEX "holds_by_end" ON "holds" USING btree ("until");--> statement-breakpoint
CREATE INDEX "holds_for_codes" ON "holds" USING btree ("product_id","size") WHERE "holds"."until" is null;--> statement-breakpoint
CREATE INDEX "events_of_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_idempotency_key" ON "order_events" USING btree ("by_id","idempotency_key") WHERE "order_events"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("placed_at","id") WHERE "orders"."status" = 'Order Placed' and "orders"."payment";--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("placed_at","id") WHERE not "orders"."payment" and "orders"."phase" = 'placed';--> statement-breakpoint
CREATE INDEX "orders_not_placed" ON "orders" USING btree ("phase","placed_at") WHERE "orders"."phase" <> 'placed';--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_by_announcement" ON "orders" USING btree ("announced_at");--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower("address"->>'email'));--> statement-breakpoint
CREATE UNIQUE INDEX "orders_short_id" ON "orders" USING btree (right("id", 8));--> statement-breakpoint
CREATE INDEX "orders_of_guest_email" ON "orders" USING btree ("guest_email") WHERE "orders"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_key" ON "orders" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_key" ON "orders" USING btree ("key_hash") WHERE "orders"."phase" <> 'ended';--> statement-breakpoint
CREATE INDEX "events_of_payment" ON "payment_events" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_client_attempt" ON "payments" USING btree ("order_id","client_attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_push_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."active" and "payments"."method" = 'mpesa';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_push_per_phone" ON "payments" USING btree ("phone") WHERE "payments"."active" and "payments"."method" = 'mpesa' and "payments"."state" in ('created', 'submitting', 'pending', 'submit_unknown');--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_by_typed_code" ON "payments" USING btree ("typed_code");--> statement-breakpoint
CREATE INDEX "payments_of_phone" ON "payments" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "payments_rejected" ON "payments" USING btree ("rejected_at") WHERE "payments"."rejected_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at","id") WHERE "payments"."state" not in ('paid', 'failed', 'rejected');--> statement-breakpoint
CREATE INDEX "payments_by_address" ON "payments" USING btree ("placed_from","created_at") WHERE "payments"."placed_from" is not null;--> statement-breakpoint
CREATE INDEX "payments_ending" ON "payments" USING btree ("ends_at") WHERE "payments"."ends_at" is not null and "payments"."state" in ('pending', 'needs_review');--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "attempts_of_refund" ON "refund_attempts" USING btree ("refund_id","started_at");--> statement-breakpoint
CREATE INDEX "results_of_attempt" ON "refund_results" USING btree ("attempt_id","id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_transaction" ON "refunds" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotency_key" ON "refunds" USING btree ("by_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" <> 'done' and "refunds"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "notices_waiting" ON "owner_notices" USING btree ("id") WHERE "owner_notices"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "exceptions_open" ON "exceptions" USING btree ("created_at") WHERE "exceptions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "exceptions_of_payment" ON "exceptions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "exceptions_by_webhook" ON "exceptions" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "exceptions_by_receipt" ON "exceptions" USING btree ("receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_receipt" ON "transactions" USING btree ("provider","receipt");--> statement-breakpoint
CREATE INDEX "transactions_of_payment" ON "transactions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "transactions_of_order" ON "transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transactions_by_reference" ON "transactions" USING btree ("bill_ref");--> statement-breakpoint
CREATE INDEX "transactions_by_amount" ON "transactions" USING btree ("amount",coalesce("paid_at", "created_at"));--> statement-breakpoint
CREATE INDEX "transactions_by_age" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_unallocated" ON "transactions" USING btree ("created_at") WHERE "transactions"."unallocated" > 0 and "transactions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_waiting" ON "webhook_inbox" USING btree ("about","id") WHERE "webhook_inbox"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_by_age" ON "webhook_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_by_receipt" ON "webhook_inbox" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "webhook_inbox_by_reference" ON "webhook_inbox" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_who" ON "audit" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("urgent" DESC NULLS LAST,"low_priority","next_attempt_at") WHERE "outbox"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("created_at") WHERE "outbox"."state" in ('failed', 'unknown', 'held');--> statement-breakpoint
CREATE UNIQUE INDEX "product_episodes_in_order" ON "product_episodes" USING btree ("product_id","place");--> statement-breakpoint
CREATE INDEX "product_episodes_of_episode" ON "product_episodes" USING btree ("episode_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reviews_of_order" ON "reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("product_id","id") WHERE "reviews"."shown";--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("id") WHERE "reviews"."decided_at" is null;--> statement-breakpoint
CREATE FUNCTION "notify_stock_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('catalogue_changes', new.product_id || ' look');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_changed" AFTER UPDATE OF "on_hand" ON "stock" FOR EACH ROW WHEN (least(old.on_hand, 4) IS DISTINCT FROM least(new.on_hand, 4) AND current_setting('shop.one_stock_notice', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION notify_stock_changed();--> statement-breakpoint
-- payments and transactions name each other: this half is here, the other one in src/payments/transactions/tables.server.ts
ALTER TABLE "payments" ADD CONSTRAINT "payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- what is written in the log stays as it is, whoever asks
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'the audit log is never changed';
end $$;--> statement-breakpoint
CREATE TRIGGER "audit_is_final" BEFORE UPDATE OR DELETE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE FUNCTION "notify_review_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' and old.shown then
    perform pg_notify('catalogue_changes', old.product_id || ' look');
  end if;
  if tg_op <> 'DELETE' and new.shown then
    perform pg_notify('catalogue_changes', new.product_id || ' look');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "review_changed" AFTER INSERT OR UPDATE OR DELETE ON "reviews" FOR EACH ROW EXECUTE FUNCTION notify_review_changed();--> statement-breakpoint
-- a photograph goes with its review
CREATE FUNCTION "forget_review_photo"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from stored_pictures where folder = old.photo;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "review_forgotten" AFTER DELETE ON "reviews" FOR EACH ROW WHEN (old.photo IS NOT NULL) EXECUTE FUNCTION forget_review_photo();--> statement-breakpoint
-- whoever adds a size with pieces, or changes what was received, without a move of their own, as by hand, leaves one
CREATE FUNCTION "open_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into stock_moves (product_id, size, delta, reason)
  select product_id, size, received - moved, 'received' from (
    select product_id, size, received, coalesce((select sum(m.delta) from stock_moves m
      where m.product_id = added.product_id and m.size = added.size), 0) as moved
    from added
  ) as each where received <> moved order by product_id, size;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_is_opened" AFTER INSERT ON "stock" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_stock_moves();--> statement-breakpoint
CREATE FUNCTION "balance_stock_moves"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  moved bigint := (select coalesce(sum(delta), 0) from stock_moves where product_id = new.product_id and size = new.size);
begin
  if new.received <> moved then
    insert into stock_moves (product_id, size, delta, reason) values (new.product_id, new.size, new.received - moved, 'correction');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_is_balanced" AFTER UPDATE OF "received" ON "stock" FOR EACH ROW WHEN (old.received IS DISTINCT FROM new.received) EXECUTE FUNCTION balance_stock_moves();--> statement-breakpoint
-- a move stays as it was written, as long as its product is there
CREATE FUNCTION "refuse_move_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'DELETE' and not exists (select from products where id = old.product_id) then
    return old;
  end if;
  raise exception 'a move of stock is never changed';
end $$;--> statement-breakpoint
CREATE TRIGGER "stock_moves_are_final" BEFORE UPDATE OR DELETE ON "stock_moves" FOR EACH ROW EXECUTE FUNCTION refuse_move_change();--> statement-breakpoint
-- whoever changes a setting, also by hand: every process reads them again and drops its cached pages
CREATE FUNCTION "notify_setting_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('setting_changes', coalesce(new.name, old.name));
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "setting_changed" AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH ROW EXECUTE FUNCTION notify_setting_changed();--> statement-breakpoint
-- a moment from which goods are on sale, set, moved or taken away: every process reads anew until when it may keep pages
CREATE FUNCTION "notify_drop_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('drop_changes', '');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "drop_added" AFTER INSERT ON "products" FOR EACH ROW WHEN (new.on_sale_from IS NOT NULL) EXECUTE FUNCTION notify_drop_changed();--> statement-breakpoint
CREATE TRIGGER "drop_changed" AFTER UPDATE ON "products" FOR EACH ROW WHEN (old.on_sale_from IS DISTINCT FROM new.on_sale_from OR new.on_sale_from IS NOT NULL AND old.published IS DISTINCT FROM new.published) EXECUTE FUNCTION notify_drop_changed();--> statement-breakpoint
-- one note for each of a few; one for all of many. PostgreSQL sends one of two that are alike
CREATE FUNCTION "notify_changes"(changes text[]) RETURNS void LANGUAGE plpgsql AS $$
declare
  change text;
begin
  if cardinality(changes) > 20 then
    perform pg_notify('catalogue_changes', '');
  else
    foreach change in array changes loop
      perform pg_notify('catalogue_changes', change);
    end loop;
  end if;
end $$;--> statement-breakpoint
CREATE FUNCTION "notify_products_placed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform notify_changes(array(select id || ' place' from changed where published limit 21));
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "product_added" AFTER INSERT ON "products" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_products_placed();--> statement-breakpoint
CREATE TRIGGER "product_deleted" AFTER DELETE ON "products" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_products_placed();--> statement-breakpoint
CREATE FUNCTION "notify_products_updated"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform notify_changes(array(
    select n.id || ' look'
      || case when n.name <> o.name then ' name' else '' end
      || case when n.price <> o.price then ' price' else '' end
      || case when (n.published, n.on_sale_from, n.announced, n.category, n.sub_category, n.trending, n.bestseller, n.former_price is null)
        is distinct from (o.published, o.on_sale_from, o.announced, o.category, o.sub_category, o.trending, o.bestseller, o.former_price is null)
        then ' place' else '' end
    from changed n join before o on o.id = n.id
    where (o.published or n.published)
      and (to_jsonb(o) - 'version' - 'updated_at') is distinct from (to_jsonb(n) - 'version' - 'updated_at')
    limit 21));
  if exists (select from changed n where not exists (select from before o where o.id = n.id)) then
    perform pg_notify('catalogue_changes', '');
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "product_updated" AFTER UPDATE ON "products" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_products_updated();--> statement-breakpoint
CREATE FUNCTION "notify_sizes_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform notify_changes(array(select distinct product_id || ' look' from changed limit 21));
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "sizes_added" AFTER INSERT ON "stock" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_sizes_changed();--> statement-breakpoint
CREATE TRIGGER "sizes_deleted" AFTER DELETE ON "stock" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_sizes_changed();--> statement-breakpoint
CREATE FUNCTION "notify_all_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_notify('catalogue_changes', '');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "sample_ratings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sample_ratings" FOR EACH STATEMENT EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE TRIGGER "episodes_changed" AFTER UPDATE ON "episodes" FOR EACH ROW EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE TRIGGER "product_episodes_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_episodes" FOR EACH STATEMENT EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE TRIGGER "products_emptied" AFTER TRUNCATE ON "products" FOR EACH STATEMENT EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE TRIGGER "size_renamed" AFTER UPDATE OF "product_id", "size" ON "stock" FOR EACH ROW EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE TRIGGER "stock_emptied" AFTER TRUNCATE ON "stock" FOR EACH STATEMENT EXECUTE FUNCTION notify_all_changed();--> statement-breakpoint
CREATE FUNCTION "add_job"(job_kind text, job_key text, seconds integer) RETURNS void LANGUAGE sql AS $$
  insert into jobs (kind, key, due_at) values (job_kind, job_key, now() + make_interval(secs => seconds))
  on conflict (kind, key) do update set due_at = excluded.due_at, tries = 0;
  select pg_notify('jobs', '') where seconds <= 0;
$$;
